import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useContext, type CSSProperties } from 'react';
import { SkeletonGroup, SkeletonItem } from '../../../ui/index.ts';
import type { CompiledForm } from '../../core/form/compile.ts';
import type { CompiledField } from '../../core/form/field.ts';
import { useNode } from '../context.ts';
import { useText } from '../hooks.ts';
import { PageContext } from '../screen/page.ts';
import { tallControls } from './controls/controls.ts';
import { formFrame } from './form-frame.ts';
import { isSelfLabelled, SectionAreas, SectionFrame } from './FormSections.tsx';
import { useFormTexts } from './useFormModel.ts';

const useStyles = makeStyles({
  root: formFrame,
  // The height of a field, with the line of its message.
  field: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3px',
    boxSizing: 'border-box',
    height: 'calc(36px + var(--control))',
    padding: '3px 0 0',
    '--control': '32px',
    '@media (pointer: coarse)': { '--control': '44px' },
  },
  // The label stands beside the control; below them is the line of the message.
  selfLabelled: {
    boxSizing: 'content-box',
    height: 'calc(var(--control) + 18px)',
    '@media (pointer: coarse)': { height: 'calc(var(--control) + 18px)' },
    paddingTop: 0,
    '& > *': { marginBlock: 'calc((var(--control) - 20px) / 2)' },
  },
  read: { height: '50px', gap: '8px' },
});

/** Fields whose form is not loaded: its document decides which there are. */
export function UnknownForm() {
  const styles = useStyles();
  const t = useText();
  return (
    <SkeletonGroup label={t('widgets.form.loading')} className={styles.root}>
      {Array.from({ length: 3 }, (_, at) => (
        <Bone key={at} readOnly={false} />
      ))}
    </SkeletonGroup>
  );
}

function Bone({
  readOnly,
  field,
  className,
}: {
  readOnly: boolean;
  field?: CompiledField;
  className?: string;
}) {
  const styles = useStyles();
  if (field && isSelfLabelled(field) && !readOnly)
    return (
      <div className={mergeClasses(styles.field, styles.selfLabelled, className)}>
        <SkeletonItem width={160} height={20} />
      </div>
    );
  const height = field?.widget ? tallControls[field.widget] : undefined;
  const room = height === undefined ? undefined : ({ '--control': `${height}px` } as CSSProperties);
  return (
    <div style={room} className={mergeClasses(styles.field, readOnly && styles.read, className)}>
      <SkeletonItem width={96} />
      <SkeletonItem {...(readOnly ? { width: '60%' } : { height: 'var(--control)' })} />
    </div>
  );
}

/** A form whose record is not loaded: its sections as they will stand, with a place for each field that needs no condition. */
export function FormSkeleton({
  form,
  readOnly,
  sources,
}: {
  form: CompiledForm;
  readOnly: boolean;
  /** Ids of the sources that it waits for. */
  sources: readonly string[];
}) {
  const styles = useStyles();
  const t = useText();
  const { text } = useFormTexts(form);
  const page = useContext(PageContext);
  const { id } = useNode();
  const cards = page?.formIds.has(id) === true;
  const shownByRules = new Set(form.rules.flatMap(({ show }) => show));
  const sections = form.sections
    .map((section) => ({
      ...section,
      fields: section.fields.filter(({ name }) => !form.conditional.has(name) && !shownByRules.has(name)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const label =
    sources.length === 0
      ? t('widgets.form.loading')
      : t('widgets.form.loadingOf', { sources: sources.join(', ') });
  return (
    <SkeletonGroup label={label} className={styles.root}>
      <SectionAreas
        sections={sections}
        renderSection={(section, at) => (
          <SectionFrame
            key={section.id}
            {...{ section, text, readOnly, cards }}
            first={at === 0}
            renderField={(field, className) => <Bone key={field.name} {...{ readOnly, field, className }} />}
          />
        )}
      />
    </SkeletonGroup>
  );
}
