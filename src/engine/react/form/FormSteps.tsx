import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useContext, useMemo, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Icon, visuallyHidden } from '../../../ui/index.ts';
import { FooterContext } from '../context.ts';
import { useText } from '../hooks.ts';
import { FormContext, useForm } from './context.ts';
import { FormSections } from './FormSections.tsx';
import type { Steps } from './useSteps.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    margin: '0 0 16px',
    padding: 0,
    listStyleType: 'none',
  },
  step: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0, padding: '4px 0' },
  number: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    fontSize: tokens.fontSizeBase200,
  },
  now: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    border: `1px solid ${tokens.colorBrandBackground}`,
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  link: { padding: 0, minWidth: 0 },
  // The list above shows the title of the current step already.
  title: visuallyHidden,
  text: { margin: '0 0 12px', color: tokens.colorNeutralForeground3 },
  foot: { display: 'flex', gap: '8px', paddingTop: '8px' },
  part: { marginBottom: '16px' },
  partHead: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '32px' },
  partTitle: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
});

/** A form as a wizard: the list of steps, the current step, and the buttons back and on. */
export default function FormSteps({
  wizard,
  id,
  isPending,
  legend,
}: {
  wizard: Steps;
  /** The form's id, which its submit button in a dialog's footer names. */
  id: string;
  isPending: boolean;
  /** Explains the mark of required fields, below those of each step. */
  legend: ReactNode;
}) {
  const styles = useStyles();
  const t = useText();
  const { model, text } = useForm();
  const footer = useContext(FooterContext);
  const { steps, at, isSummary, faulty: invalid, hasSummary } = wizard;
  const step = steps[at];
  const count = steps.length + (hasSummary ? 1 : 0);
  const title = step === undefined ? t('form.steps.summary') : text(step.title);
  const titles = [...steps.map((one) => text(one.title)), ...(hasSummary ? [t('form.steps.summary')] : [])];
  const isLast = at === count - 1;
  const { submit } = model.form.document.ui;
  // With keys, the button that goes on never turns into the one that submits: a browser would submit with that same press.
  const buttons = (
    <>
      {at > 0 && <Button onClick={wizard.back}>{t('form.steps.back')}</Button>}
      {isLast ? (
        <Button key="submit" appearance="primary" type="submit" form={id} disabledFocusable={isPending}>
          {submit === undefined ? t('form.steps.submit') : text(submit)}
        </Button>
      ) : (
        <Button key="next" appearance="primary" onClick={() => void wizard.next()}>
          {t('form.steps.next')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <ol className={styles.list} aria-label={t('form.steps.list')}>
        {titles.map((name, index) => {
          const errors = invalid.find((one) => one.at === index);
          return (
            <li key={index} className={styles.step} aria-current={index === at ? 'step' : undefined}>
              <span className={mergeClasses(styles.number, index === at && styles.now)} aria-hidden="true">
                {errors ? (
                  <Icon name="error-circle" size={16} />
                ) : index < at ? (
                  <Icon name="checkmark" size={16} />
                ) : (
                  index + 1
                )}
              </span>
              {index !== at && (index <= wizard.reached || errors) ? (
                <Button
                  className={styles.link}
                  size="small"
                  appearance="transparent"
                  {...(errors && {
                    'aria-label': t('form.steps.errorsIn', { title: name, count: errors.count }),
                  })}
                  onClick={() => wizard.go(index)}
                >
                  {name}
                </Button>
              ) : (
                <span className={index === at ? styles.strong : undefined}>{name}</span>
              )}
            </li>
          );
        })}
      </ol>
      <h2
        className={styles.title}
        tabIndex={-1}
        data-step-title=""
        aria-label={t('form.steps.of', { step: at + 1, count, title })}
      >
        {title}
      </h2>
      {step?.description !== undefined && <p className={styles.text}>{text(step.description)}</p>}
      {isSummary ? <Summary wizard={wizard} /> : <FormSections sections={step!.sections} under={title} />}
      {!isSummary && legend}
      {footer === null ? <div className={styles.foot}>{buttons}</div> : createPortal(buttons, footer)}
    </>
  );
}

/** All values to be reviewed, each section with a link back to its step. */
function Summary({ wizard }: { wizard: Steps }) {
  const styles = useStyles();
  const t = useText();
  const form = useForm();
  const reading = useMemo(() => ({ ...form, readOnly: true, cards: false }), [form]);
  return wizard.steps.map((step, at) => (
    <section key={step.id} className={styles.part} aria-label={form.text(step.title)}>
      <div className={styles.partHead}>
        <h3 className={styles.partTitle}>{form.text(step.title)}</h3>
        <Button size="small" appearance="transparent" onClick={() => wizard.go(at)}>
          {t('form.steps.edit', { title: form.text(step.title) })}
        </Button>
      </div>
      <FormContext.Provider value={reading}>
        <FormSections sections={step.sections} under={form.text(step.title)} />
      </FormContext.Provider>
    </section>
  ));
}
