import { Field, SearchBox as FluentSearchBox, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SearchBoxProps } from '../../src/engine/core/index.ts';
import { useBatch, useBinding, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { Icon } from '../../src/ui/index.ts';

/** Specification 1, section 9: the shared search input waits 500 ms. */
const usualDebounce = 500;
const usualLength = 200;

const useStyles = makeStyles({
  root: { width: '100%', maxWidth: '320px', '@media (max-width: 767.98px)': { maxWidth: 'none' } },
  fill: { maxWidth: 'none' },
  box: { width: '100%', maxWidth: 'none' },
});

/** What is typed and not written yet, and the way to write it. */
function useDraft({ bind, page, debounce, maxLength }: SearchBoxProps) {
  const [bound, setBound] = useBinding(bind);
  const [, setPage] = useBinding(page);
  const batch = useBatch();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const known = typeof bound === 'string' ? bound : '';
  const limit = maxLength ?? usualLength;
  const fits = useCallback((text: string) => text.trim().length <= limit, [limit]);
  const write = (text: string) => {
    clearTimeout(timer.current);
    if (!fits(text)) return false;
    setDraft(null);
    if (text.trim() === known) return true;
    batch(() => {
      setBound(text.trim());
      setPage(1);
    });
    return true;
  };
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  return {
    text: draft ?? known,
    tooLong: draft !== null && !fits(draft),
    limit,
    /** Writes now, unless it is too long: then it answers false. */
    write,
    edit(text: string) {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(text), debounce ?? usualDebounce);
    },
  };
}

/** A text to look for. */
export default function SearchBox({ id, props, fire, listens }: WidgetProps<SearchBoxProps>) {
  const styles = useStyles();
  const t = useText();
  const { text, tooLong, limit, edit, write } = useDraft(props);
  const search = () => {
    if (write(text) && listens('search')) void fire('search', text.trim());
  };
  return (
    <Field
      className={props.fill ? styles.fill : styles.root}
      {...(tooLong
        ? { validationState: 'error' as const, validationMessage: t('widgets.search-box.tooLong', { limit }) }
        : {})}
    >
      <FluentSearchBox
        id={id}
        className={styles.box}
        aria-label={props.label || t('widgets.search-box.label')}
        placeholder={props.placeholder || undefined}
        value={text}
        contentBefore={<Icon name="search" size={16} />}
        dismiss={{ 'aria-label': t('widgets.search-box.clear') }}
        onChange={(event, { value }) => {
          // Emptying is no typing: it counts at once.
          if (event.type === 'click' || value === '') write(value);
          else edit(value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search();
          else if (event.key === 'Escape' && text !== '') write('');
        }}
        onBlur={() => write(text)}
      />
    </Field>
  );
}
