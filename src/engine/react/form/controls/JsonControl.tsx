import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { keepsDigits } from '../../../../contracts/exact-number.ts';
import type { Json } from '../../../../contracts/json.ts';
import { moldeToken } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import { useTexts } from '../../screen/useTexts.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';

const useStyles = makeStyles({
  text: { '& textarea': { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 } },
  refusal: { fontSize: tokens.fontSizeBase200, color: moldeToken('errorForeground') },
});

/** Maximum depth of lists and objects within each other, well below the depth that the server refuses. */
const maxDepth = 100;

const refusalTexts = {
  tooDeep: 'structured.json.tooDeep',
  tooLarge: 'structured.json.tooLarge',
  inexact: 'structured.json.inexact',
} as const;

/** Any value, edited as JSON; text that is no JSON, or that is refused, is the value as typed. */
export default function JsonControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  useTexts('structured');
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const shown =
    typed !== null && Object.is(typed.value, props.value)
      ? typed.text
      : props.value === undefined
        ? ''
        : JSON.stringify(props.value, null, 2);
  const refusal = refusalOf(shown);
  const refusalId = `${props.id}-refusal`;
  const message = refusal === null ? null : t(refusalTexts[refusal.reason], { count: maxDepth, ...refusal });
  const textarea = (
    <Textarea
      {...wide(props)}
      {...(message !== null && {
        'aria-invalid': true,
        'aria-describedby': [refusalId, props.describedBy].filter(Boolean).join(' '),
      })}
      className={styles.text}
      resize="vertical"
      rows={2}
      spellCheck={false}
      placeholder={props.placeholder ?? t('form.jsonPlaceholder')}
      value={shown}
      onChange={(_, change) => {
        const value = read(change.value);
        setTyped({ text: change.value, value });
        props.onChange(value);
      }}
    />
  );
  return (
    <>
      {textarea}
      <div id={refusalId} role="status" className={styles.refusal}>
        {message}
      </div>
    </>
  );
}

function read(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return refusalOf(text) === null ? (JSON.parse(text) as Json) : text;
  } catch {
    return text;
  }
}

const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[[\]{}]/g;

/** Why JSON text is refused: its depth, or a number that is too large or has more digits than are kept; null: it is not. */
function refusalOf(text: string): { reason: keyof typeof refusalTexts; number?: string } | null {
  let depth = 0;
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (!token.startsWith('"')) {
      if (Math.abs(Number(token)) === Infinity) return { reason: 'tooLarge', number: token };
      if (Number.isFinite(Number(token)) && !keepsDigits(token)) return { reason: 'inexact', number: token };
    }
    if (depth > maxDepth) return { reason: 'tooDeep' };
  }
  return null;
}
