/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events -- a card is a group that has the focus; the board hears its keys */
import { useDraggable } from '@dnd-kit/core';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useCallback } from 'react';
import type { FocusEvent } from 'react';
import { useText } from '../../engine/react/index.ts';
import { Icon } from '../../ui/index.ts';
import { CardFace } from './CardFace.tsx';
import { cardNumber } from './core/filter.ts';
import { isDraft } from './core/new-card.ts';
import { useCard, useOpenBoard, useUi } from './open-board.ts';
import { isCarried, selectTo, toggleSelected } from './selection/selection.ts';

const useStyles = makeStyles({
  card: {
    position: 'relative',
    borderRadius: tokens.borderRadiusLarge,
    outline: 'none',
    cursor: 'pointer',
    // A swipe scrolls; a long press lifts.
    touchAction: 'manipulation',
    userSelect: 'none',
    WebkitTouchCallout: 'none',
    ':focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
    },
    '& [data-more]': { opacity: 0 },
    ':hover [data-more]': { opacity: 1 },
    ':focus-visible [data-more]': { opacity: 1 },
    '@media (pointer: coarse)': { '& [data-more]': { opacity: 1 } },
  },
  dragged: { opacity: 0.4 },
  selected: { boxShadow: `0 0 0 2px ${tokens.colorBrandStroke1}` },
  tick: {
    position: 'absolute',
    // The list cuts what is further out.
    top: '-3px',
    insetInlineStart: '-3px',
    display: 'grid',
    placeItems: 'center',
    width: '18px',
    height: '18px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  more: {
    position: 'absolute',
    top: '5px',
    insetInlineEnd: '34px',
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (pointer: coarse)': {
      // Beside the priority, for which the face leaves the room.
      top: 0,
      insetInlineEnd: 0,
      width: '44px',
      height: '36px',
      backgroundColor: 'transparent',
    },
  },
});

/** A card. Enter and a click open it, M and the button its menu, Space selects it; the pointer or a long press lifts it. */
export const CardBox = memo(function CardBox({
  id,
  line,
  isStop,
  onFocus,
}: {
  id: number;
  line: number;
  isStop: boolean;
  onFocus(line: number): void;
}) {
  const styles = useStyles();
  const t = useText();
  const { index, mayMove, ui, openCard, actions } = useOpenBoard();
  const card = useCard(id);
  const isDragged = useUi((state) => isCarried(state, id));
  const isSelected = useUi(({ selected }) => selected.has(id));
  const { setNodeRef, listeners } = useDraggable({ id, disabled: !mayMove || id < 0 });
  const hasNumber = card !== undefined && !isDraft(card);
  const openMenu = useCallback(
    (target: HTMLElement) => {
      // The server has to number it first.
      if (hasNumber) ui.setState({ menu: { id, target } });
    },
    [hasNumber, ui, id],
  );
  if (!card) return null;
  const label = `${cardNumber(card, index)} ${card.title}`;
  return (
    <div
      ref={setNodeRef}
      className={mergeClasses(styles.card, isDragged && styles.dragged, isSelected && styles.selected)}
      role="group"
      aria-label={label}
      aria-busy={isDraft(card) || undefined}
      tabIndex={isStop ? 0 : -1}
      data-stop={line}
      data-card={id}
      onFocus={(event: FocusEvent) => {
        if (event.target === event.currentTarget) onFocus(line);
      }}
      onClick={(event) => {
        if (isDraft(card)) return;
        if (mayMove && (event.ctrlKey || event.metaKey)) toggleSelected(ui, id);
        else if (mayMove && event.shiftKey) selectTo(ui, actions.besides(id), id);
        else openCard(id);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        // On touch screens a long press lifts the card.
        if ((event.nativeEvent as PointerEvent).pointerType !== 'touch') openMenu(event.currentTarget);
      }}
      {...listeners}
    >
      <CardFace card={card} />
      {isSelected && (
        <span className={styles.tick} role="img" aria-label={t('kanban.select.selected')}>
          <Icon name="checkmark" size={14} />
        </span>
      )}
      <More label={label} onOpen={openMenu} />
    </div>
  );
});

/** The button of a card's menu. It stays as it is while its card gets the focus or another one is dragged. */
const More = memo(function More({ label, onOpen }: { label: string; onOpen(target: HTMLElement): void }) {
  const styles = useStyles();
  const t = useText();
  return (
    <Button
      data-more
      className={styles.more}
      appearance="subtle"
      size="small"
      tabIndex={-1}
      icon={<Icon name="more-horizontal" size={16} />}
      aria-label={t('kanban.cardMenu', { card: label })}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(event.currentTarget);
      }}
    />
  );
});
