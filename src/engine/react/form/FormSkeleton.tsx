import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useContext } from 'react';
import { SkeletonGroup, SkeletonItem } from '../../../ui/index.ts';
import type { CompiledForm } from '../../core/form/compile.ts';
import { useNode } from '../context.ts';
import { useText } from '../hooks.ts';
import { PageContext } from '../page.ts';
import { formFrame } from './form-frame.ts';
import { SectionFrame } from './FormSections.tsx';
import { useFormTexts } from './useFormModel.ts';

const useStyles = makeStyles({
  root: formFrame,
  // The height of a field, with the line of its message.
  field: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3px',
    boxSizing: 'border-box',
    height: '68px',
    padding: '3px 0 0',
    '@media (pointer: coarse)': { height: '80px' },
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

function Bone({ readOnly, className }: { readOnly: boolean; className?: string }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.field, readOnly && styles.read, className)}>
      <SkeletonItem width={96} />
      <SkeletonItem {...(readOnly ? { width: '60%' } : { height: 32 })} />
    </div>
  );
}

/** A form whose record is not loaded: its sections as they will stand, with a place for each field that needs no condition. */
export function FormSkeleton({ form, readOnly }: { form: CompiledForm; readOnly: boolean }) {
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
  return (
    <SkeletonGroup label={t('widgets.form.loading')} className={styles.root}>
      {sections.map((section, at) => (
        <SectionFrame
          key={section.id}
          {...{ section, text, readOnly, cards }}
          first={at === 0}
          renderField={({ name }, className) => <Bone key={name} readOnly={readOnly} className={className} />}
        />
      ))}
    </SkeletonGroup>
  );
}
