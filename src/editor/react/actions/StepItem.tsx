import { Button, makeStyles, MenuItem, mergeClasses, tokens } from '@fluentui/react-components';
import type { Json } from '../../../contracts/json.ts';
import { useText } from '../../../engine/react/index.ts';
import { Icon, MoreMenu } from '../../../ui/index.ts';
import { isEditable, verbOf } from '../../actions/verbs.ts';
import type { ChangeValue, Path } from '../fields/field-props.ts';
import { useStepProblems } from '../problems.tsx';
import { StepForm } from './StepForm.tsx';
import { useStepSummary } from './useStepSummary.ts';
import { verbIcon } from './verb-icons.ts';

const useStyles = makeStyles({
  item: {
    minWidth: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  bad: { border: `1px solid ${tokens.colorStatusDangerBorder1}` },
  head: { display: 'flex', alignItems: 'center', minWidth: 0, paddingInlineEnd: '2px' },
  opener: {
    flex: '1 1 0',
    minWidth: 0,
    minHeight: '44px',
    justifyContent: 'flex-start',
    gap: '4px',
    paddingInline: '8px 4px',
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, flex: '1 1 0' },
  name: { fontWeight: tokens.fontWeightSemibold },
  hint: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  tool: { minWidth: '28px', flexShrink: 0, paddingInline: 0 },
  errors: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    margin: 0,
    padding: '0 12px 8px',
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    listStyle: 'none',
    overflowWrap: 'anywhere',
  },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '10px',
    padding: '8px 12px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
  json: {
    margin: 0,
    padding: '8px',
    maxHeight: '240px',
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

export type StepTool = 'up' | 'down';

interface StepItemProps {
  step: Json;
  verbName: string;
  position: { at: number; count: number };
  path: Path;
  /** Its JSON pointer in the document. */
  pointer: string;
  isOpen: boolean;
  onToggle(): void;
  onMove(by: -1 | 1): void;
  onDuplicate(): void;
  onRemove(): void;
  onChange: ChangeValue;
}

/** A step: what it does, what is wrong with it, and once it is open its parameters. */
export function StepItem({
  step,
  verbName,
  position: { at, count },
  path,
  pointer,
  isOpen,
  onToggle,
  onMove,
  onDuplicate,
  onRemove,
  onChange,
}: StepItemProps) {
  const styles = useStyles();
  const t = useText();
  const summaryOf = useStepSummary();
  const { own, isInside } = useStepProblems(pointer);
  const verb = verbOf(step);
  const name = `${at + 1}. ${verbName}`;
  const isBad = own.length > 0 || isInside;
  return (
    <li className={mergeClasses(styles.item, isBad && styles.bad)} data-step={verb ?? ''}>
      <div className={styles.head} data-head="">
        <Button
          className={styles.opener}
          appearance="transparent"
          aria-expanded={isOpen}
          icon={<Icon name={isBad ? 'error-circle' : verbIcon(verb)} />}
          onClick={onToggle}
        >
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.hint}>{summaryOf(step)}</span>
          </span>
        </Button>
        {count > 1 && (
          <>
            <Button
              className={styles.tool}
              appearance="subtle"
              disabledFocusable={at === 0}
              icon={<Icon name="arrow-up" size={16} />}
              aria-label={t('panel.actions.up', { name })}
              data-tool="up"
              onClick={() => onMove(-1)}
            />
            <Button
              className={styles.tool}
              appearance="subtle"
              disabledFocusable={at === count - 1}
              icon={<Icon name="arrow-down" size={16} />}
              aria-label={t('panel.actions.down', { name })}
              data-tool="down"
              onClick={() => onMove(1)}
            />
          </>
        )}
        <MoreMenu label={t('panel.actions.moreOf', { name })}>
          <MenuItem icon={<Icon name="copy" />} onClick={onDuplicate}>
            {t('panel.actions.duplicate')}
          </MenuItem>
          <MenuItem icon={<Icon name="delete" />} onClick={onRemove}>
            {t('panel.actions.remove')}
          </MenuItem>
        </MoreMenu>
      </div>
      {own.length > 0 && (
        <ul className={styles.errors} role="alert">
          {own.map((one) => (
            <li key={`${one.pointer} ${one.text}`}>{one.text}</li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className={styles.body}>
          {verb !== null && isEditable(step) ? (
            <StepForm verb={verb} step={step} path={path} onChange={onChange} />
          ) : (
            <>
              <p className={styles.note}>{t('panel.actions.asWritten')}</p>
              <pre className={styles.json}>{JSON.stringify(step, null, 2)}</pre>
            </>
          )}
        </div>
      )}
    </li>
  );
}
