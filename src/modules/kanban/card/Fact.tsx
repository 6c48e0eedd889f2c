import { makeStyles } from '@fluentui/react-components';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldFrame } from '../../../ui/index.ts';
import { useOpenCard } from './open-card.ts';

const useStyles = makeStyles({ value: { minHeight: '20px', overflowWrap: 'anywhere' } });

/** A label with its control, or for readers with its value as text. */
export function Fact({
  label,
  text,
  children,
}: {
  label: string;
  text: ReactNode;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  const { mayEdit } = useOpenCard();
  if (!mayEdit) return <ReadFact label={label}>{text}</ReadFact>;
  return (
    <FieldFrame id={id} label={label} bare>
      {children(id)}
    </FieldFrame>
  );
}

/** A label with its value as text. */
export function ReadFact({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles();
  const id = useId();
  return (
    <FieldFrame id={id} label={label} bare group>
      <div className={styles.value} role="group" aria-labelledby={`${id}-label`}>
        {children}
      </div>
    </FieldFrame>
  );
}
