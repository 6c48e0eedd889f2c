import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useId, useMemo, useState } from 'react';
import { compileExpression, ExpressionError } from '../../engine/core/index.ts';
import { useText } from '../../engine/react/index.ts';
import { FieldFrame } from '../../ui/index.ts';

const useStyles = makeStyles({
  source: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
});

interface ExpressionFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange(source: string): void;
}

/** An expression that is written as text. One that cannot be read stays in the field and changes nothing. */
export function ExpressionField({ label, value, onChange }: ExpressionFieldProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  const error = useMemo(() => {
    if (text.trim() === '') return t('editor.panel.emptyExpression');
    try {
      compileExpression(text);
      return undefined;
    } catch (failure) {
      return failure instanceof ExpressionError ? failure.message : String(failure);
    }
  }, [text, t]);
  const change = (next: string) => {
    setTyped(next);
    if (next.trim() === '') return;
    try {
      compileExpression(next);
    } catch {
      return;
    }
    onChange(next);
    setTyped(null);
  };
  return (
    <FieldFrame id={id} label={label} error={error} bare>
      <Textarea
        id={id}
        className={styles.source}
        resize="vertical"
        rows={Math.min(6, Math.max(1, text.split('\n').length))}
        spellCheck={false}
        value={text}
        onChange={(_, data) => change(data.value)}
      />
    </FieldFrame>
  );
}
