import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
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
  const message =
    refusal === null
      ? null
      : refusal === 'tooDeep'
        ? t('structured.json.tooDeep', { count: maxDepth })
        : t('structured.json.tooLarge', { number: refusal });
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

/** Why JSON text is refused: `tooDeep`, or the number that is too large; null: it is not. */
function refusalOf(text: string): string | null {
  let depth = 0;
  for (const [token] of text.matchAll(tokenPattern)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (!token.startsWith('"') && Math.abs(Number(token)) === Infinity) return token;
    if (depth > maxDepth) return 'tooDeep';
  }
  return null;
}
