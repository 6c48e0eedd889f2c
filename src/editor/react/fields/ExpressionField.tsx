import {
  makeStyles,
  mergeClasses,
  Portal,
  Textarea,
  tokens,
  usePositioning,
} from '@fluentui/react-components';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { compileExpression } from '../../../engine/core/index.ts';
import { useExpressionValue, useSourceState, useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';
import type { ExpressionPlace } from './field-props.ts';
import { useNodeSource } from '../data/choices.ts';
import { useExpressionNames, type NameChoice } from './useExpressionNames.ts';
import { valueInWords } from './value-in-words.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', '& > *': { minWidth: 0 } },
  source: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  value: {
    margin: '2px 0 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
  },
  list: {
    boxSizing: 'border-box',
    minWidth: '240px',
    maxWidth: 'min(420px, 96vw)',
    maxHeight: '240px',
    overflowY: 'auto',
    margin: 0,
    padding: '4px',
    zIndex: 1000,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow16,
  },
  option: {
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    outline: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    outlineOffset: '-1px',
  },
});

interface ExpressionFieldProps {
  label: string;
  place: ExpressionPlace;
  value: string;
  /** An emptied text is reported, and no error. */
  optional?: boolean;
  onChange(source: string): void;
}

/**
 * An expression that is written as text, with completion of what it can read, and below it the value that it has now. A text
 * that is empty or too long stays in the field and changes nothing.
 */
export function ExpressionField({ label, place, value, optional = false, onChange }: ExpressionFieldProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const source = useNodeSource(place.key ?? '');
  const { choices, ask, close } = useExpressionNames(place, source);
  const text = typed ?? value;
  const isOpen = choices.length > 0;
  const { targetRef, containerRef } = usePositioning({ position: 'below', align: 'start', offset: 2 });
  const caret = useRef<number | null>(null);
  // After a choice the caret stands behind it.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (next: string) => {
    setTyped(next);
    if (next.trim() === '') {
      if (optional) onChange('');
      return;
    }
    try {
      compileExpression(next);
    } catch {
      return;
    }
    onChange(next);
    setTyped(null);
  };
  const choose = ({ label: name, from, to }: NameChoice) => {
    caret.current = from + name.length;
    change(text.slice(0, from) + name + text.slice(to));
    close();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart } = event.currentTarget;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      setActive(0);
      ask(text, selectionStart, true);
      return;
    }
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + choices.length) % choices.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(choices[active]!);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      error={text.trim() === '' && !optional ? t('editor.panel.emptyExpression') : undefined}
      bare
    >
      <div ref={targetRef} className={styles.box}>
        <Textarea
          id={id}
          ref={area}
          className={mergeClasses('field-control', styles.source)}
          resize="vertical"
          rows={Math.min(6, Math.max(1, text.split('\n').length))}
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? `${id}-names` : undefined}
          aria-activedescendant={isOpen ? `${id}-name-${active}` : undefined}
          aria-describedby={`${id}-value`}
          onKeyDown={press}
          onBlur={close}
          onChange={({ target }, data) => {
            change(data.value);
            setActive(0);
            ask(data.value, target.selectionStart, false);
          }}
        />
      </div>
      {text.trim() !== '' && <ValueNow id={`${id}-value`} source={text} place={place} rows={source} />}
      {isOpen && (
        <Portal>
          <div
            ref={containerRef}
            id={`${id}-names`}
            className={styles.list}
            role="listbox"
            aria-label={t('panel.expression.names')}
          >
            {choices.map((choice, at) => (
              <NameOption
                key={choice.label}
                id={`${id}-name-${at}`}
                label={choice.label}
                isActive={at === active}
                onChoose={() => choose(choice)}
              />
            ))}
          </div>
        </Portal>
      )}
    </FieldFrame>
  );
}

function NameOption({
  id,
  label,
  isActive,
  onChoose,
}: {
  id: string;
  label: string;
  isActive: boolean;
  onChoose(): void;
}) {
  const styles = useStyles();
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isActive) own.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The text field has the focus and takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={own}
      id={id}
      className={mergeClasses(styles.option, isActive && styles.active)}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {label}
    </div>
  );
}

const noRow = {};

/** The value that an expression has now, with the data of the editor, or why it has none. */
function ValueNow({
  id,
  source,
  place,
  rows,
}: {
  id: string;
  source: string;
  place: ExpressionPlace;
  rows: string | null;
}) {
  const styles = useStyles();
  const t = useText();
  const first = useSourceState(rows)?.rows[0];
  const readsRow = /(^|[^\w.$])row\b/.test(source);
  const local = useMemo(() => (readsRow && first !== undefined ? { row: first } : noRow), [readsRow, first]);
  const found = useExpressionValue(source, local, place.key);
  if (found.kind === 'error' || found.kind === 'unknown')
    return (
      <div id={id} className="field-note field-error" data-value="error">
        <span role="alert">
          {found.kind === 'error' ? found.message : t('panel.expression.unknown', { name: found.name })}
        </span>
      </div>
    );
  const words =
    found.kind === 'pending'
      ? t('panel.expression.pending')
      : found.kind === 'at-use'
        ? t('panel.expression.atUse', { name: found.name })
        : t(local === noRow ? 'panel.expression.now' : 'panel.expression.firstRow', {
            value: valueInWords(found.value, t),
          });
  return (
    <p id={id} className={styles.value} data-value={found.kind} title={words}>
      {words}
    </p>
  );
}
