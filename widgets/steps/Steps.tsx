import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef } from 'react';
import type { StepsProps } from '../../src/engine/core/index.ts';
import { useText } from '../../src/engine/react/index.ts';
import type { Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import { Icon, moldeToken, statusToken, useWiderThan, visuallyHidden } from '../../src/ui/index.ts';
import { stateOf } from './state.ts';
import type { StepState } from './state.ts';

type Item = Resolved<StepsProps>['items'][number];

/** Pixels that a step needs beside the next one. */
const minStepWidth = 132;

const useStyles = makeStyles({
  list: { display: 'flex', margin: 0, padding: 0, listStyleType: 'none', minWidth: 0 },
  across: { flexDirection: 'row' },
  down: { flexDirection: 'column' },
  item: { position: 'relative', display: 'flex', minWidth: 0 },
  itemAcross: { flex: '1 1 0' },
  itemDown: { paddingBottom: '16px', ':last-child': { paddingBottom: 0 } },
  // The line to the next step, from circle to circle.
  line: { position: 'absolute', backgroundColor: tokens.colorNeutralStroke1 },
  lineAcross: { top: '13px', insetInlineStart: '34px', insetInlineEnd: '6px', height: '2px' },
  lineDown: { top: '34px', bottom: '6px', insetInlineStart: '13px', width: '2px' },
  lineDone: { backgroundColor: tokens.colorBrandStroke1 },
  step: {
    display: 'flex',
    minWidth: 0,
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'start',
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  stepAcross: { flexDirection: 'column', gap: '6px' },
  stepDown: { gap: '12px' },
  press: { cursor: 'pointer', ':hover [data-title]': { textDecorationLine: 'underline' } },
  circle: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    boxSizing: 'border-box',
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  todo: { border: `1px solid ${tokens.colorNeutralStrokeAccessible}`, color: tokens.colorNeutralForeground3 },
  current: { border: `2px solid ${tokens.colorBrandStroke1}`, color: tokens.colorBrandForeground1 },
  done: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  error: {
    border: `2px solid ${moldeToken(statusToken('late', 'Solid'))}`,
    color: moldeToken('errorForeground'),
  },
  words: { minWidth: 0, paddingInlineEnd: '12px' },
  wordsDown: { paddingTop: '4px' },
  title: {
    display: 'block',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
  },
  titleCurrent: { fontWeight: tokens.fontWeightSemibold },
  titleTodo: { color: tokens.colorNeutralForeground3 },
  titleError: { color: moldeToken('errorForeground') },
  text: {
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  hidden: visuallyHidden,
});

const titles = { todo: 'titleTodo', current: 'titleCurrent', done: null, error: 'titleError' } as const;

interface StepProps {
  item: Item;
  number: number;
  state: StepState;
  across: boolean;
  onPress: (() => void) | null;
}

function Step({ item, number, state, across, onPress }: StepProps) {
  const styles = useStyles();
  const t = useText();
  const stateTexts = {
    todo: t('widgets.steps.todo'),
    current: t('widgets.steps.current'),
    done: t('widgets.steps.done'),
    error: t('widgets.steps.error'),
  };
  const title = titles[state];
  const content = (
    <>
      <span className={mergeClasses(styles.circle, styles[state])} aria-hidden="true">
        {state === 'done' && <Icon name="checkmark" size={16} />}
        {state === 'error' && <Icon name="dismiss" size={16} />}
        {(state === 'todo' || state === 'current') && number}
      </span>
      <span className={mergeClasses(styles.words, !across && styles.wordsDown)}>
        <span data-title className={mergeClasses(styles.title, title !== null && styles[title])}>
          {item.title}
          <span className={styles.hidden}>, {stateTexts[state]}</span>
        </span>
        {item.text && <span className={styles.text}>{item.text}</span>}
      </span>
    </>
  );
  const className = mergeClasses(styles.step, across ? styles.stepAcross : styles.stepDown);
  if (!onPress) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={mergeClasses(className, styles.press)} onClick={onPress}>
      {content}
    </button>
  );
}

/** Steps of a process with the state of each. */
export default function Steps({ id, props, fire, listens }: WidgetProps<StepsProps>) {
  const styles = useStyles();
  const root = useRef<HTMLOListElement>(null);
  const items = props.items.filter(({ visible }) => visible !== false);
  const wide = useWiderThan(root, items.length * minStepWidth);
  const across = props.direction !== 'vertical' && wide !== false;
  const currentIndex = items.findIndex((item) => item.id === props.current);
  const states = items.map((item, index) => stateOf(item.state, index, currentIndex));
  const pressed = listens('press');
  return (
    <ol
      id={id}
      ref={root}
      aria-label={props.label || undefined}
      className={mergeClasses(styles.list, across ? styles.across : styles.down)}
    >
      {items.map((item, index) => (
        <li
          key={item.id}
          aria-current={states[index] === 'current' ? 'step' : undefined}
          className={mergeClasses(styles.item, across ? styles.itemAcross : styles.itemDown)}
        >
          {index < items.length - 1 && (
            <span
              aria-hidden="true"
              className={mergeClasses(
                styles.line,
                across ? styles.lineAcross : styles.lineDown,
                states[index] === 'done' && styles.lineDone,
              )}
            />
          )}
          <Step
            item={item}
            number={index + 1}
            state={states[index] ?? 'todo'}
            across={across}
            onPress={pressed ? () => void fire('press', item.id) : null}
          />
        </li>
      ))}
    </ol>
  );
}
