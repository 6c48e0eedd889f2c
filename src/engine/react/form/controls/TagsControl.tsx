import { Input, makeStyles, Tag, TagGroup } from '@fluentui/react-components';
import { useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { wide } from './props.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '6px' },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  tag: { maxWidth: '100%' },
});

/** A quote that is not closed yet, so that a comma after it is one of the text. */
const openQuote = /^\s*"[^"]*$/;
const oneText = /\s*(?:"([^"]*)"\s*|([^,;\n\t]*))(?:[,;\n\t]|$)/g;

/** The texts of a list. One in quotes may have the signs that separate them. */
const textsIn = (list: string): string[] =>
  [...list.matchAll(oneText)].map(([, quoted, plain = '']) => quoted ?? plain);

/** A list of short texts: Enter or a comma adds the typed one, a pasted list adds several. Quotes keep the commas of a text. */
export default function TagsControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const [typed, setTyped] = useState('');
  const tags: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const most = props.field.schema['maxItems'];
  const isFull = typeof most === 'number' && tags.length >= most;

  const add = (texts: readonly string[]) => {
    const next = [...tags];
    for (const text of texts.map((one) => one.trim())) {
      if (text !== '' && !next.includes(text)) next.push(text);
    }
    setTyped('');
    if (next.length > tags.length) props.onChange(typeof most === 'number' ? next.slice(0, most) : next);
  };
  const remove = (at: number) => {
    const next = tags.filter((_, index) => index !== at);
    props.onChange(next.length === 0 ? undefined : next);
  };
  const { readOnly, onBlur: _left, ...common } = wide(props);
  const isLocked = props.disabled || readOnly;
  return (
    <div className={styles.root}>
      <Input
        {...common}
        disabled={isLocked || isFull}
        placeholder={props.placeholder ?? t('form.tags.placeholder')}
        value={typed}
        onChange={(_, change) => {
          if (change.value.includes(',') && !openQuote.test(change.value)) add(textsIn(change.value));
          else setTyped(change.value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!/[\n\t,;]/.test(pasted) || openQuote.test(typed)) return;
          event.preventDefault();
          add(textsIn(pasted));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() !== '') {
            event.preventDefault();
            add([typed.replace(/^\s*"/, '')]);
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.length - 1);
        }}
        onBlur={() => {
          if (typed.trim() !== '') add([typed]);
          props.onLeave();
        }}
      />
      {tags.length > 0 && (
        <TagGroup
          className={styles.tags}
          aria-label={t('form.tags.list', { field: props.label })}
          onDismiss={(_, { value }) => remove(Number(value))}
        >
          {tags.map((tag, at) => (
            <Tag
              key={`${at} ${String(tag)}`}
              value={String(at)}
              size="small"
              className={styles.tag}
              dismissible={!isLocked}
              dismissIcon={{ 'aria-label': t('form.tags.remove') }}
            >
              {typeof tag === 'object' ? JSON.stringify(tag) : String(tag)}
            </Tag>
          ))}
        </TagGroup>
      )}
    </div>
  );
}
