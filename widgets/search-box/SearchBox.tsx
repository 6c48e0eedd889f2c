import { SearchBox as FluentSearchBox, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SearchBoxProps } from '../../src/engine/core/index.ts';
import { useBatch, useBinding, useText } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { FieldFrame, Icon, noteId } from '../../src/ui/index.ts';

/** Specification 1, section 9: the shared search input waits 500 ms. */
const defaultDebounce = 500;
const defaultMaxLength = 200;

const useStyles = makeStyles({
  root: { width: '100%', maxWidth: '320px', '@media (max-width: 767.98px)': { maxWidth: 'none' } },
  fill: { maxWidth: 'none' },
  // Fluent's least width is that of a form, wider than a side panel's room.
  box: { width: '100%', minWidth: 0, maxWidth: 'none' },
});

/** The typed text until it is written to the binding, and functions that edit and write it. */
function useSearchDraft({ bind, page, debounce, maxLength }: SearchBoxProps) {
  const [bound, setBound] = useBinding(bind);
  const [, setPage] = useBinding(page);
  const batch = useBatch();
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const boundText = typeof bound === 'string' ? bound : '';
  const limit = maxLength ?? defaultMaxLength;
  const fits = useCallback((text: string) => text.trim().length <= limit, [limit]);
  const write = (text: string) => {
    clearTimeout(timer.current);
    if (!fits(text)) return false;
    setDraft(null);
    if (text.trim() === boundText) return true;
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
    text: draft ?? boundText,
    tooLong: draft !== null && !fits(draft),
    limit,
    /** Writes at once; returns false for a text that is too long. */
    write,
    edit(text: string) {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(text), debounce ?? defaultDebounce);
    },
  };
}

/** A search field that writes its text to a binding. */
export default function SearchBox({ id, props, fire, listens }: WidgetProps<SearchBoxProps>) {
  const styles = useStyles();
  const t = useText();
  const { text, tooLong, limit, edit, write } = useSearchDraft(props);
  const search = () => {
    if (write(text) && listens('search')) void fire('search', text.trim());
  };
  return (
    <div className={props.fill ? styles.fill : styles.root}>
      <FieldFrame
        bare
        id={id}
        label={null}
        error={tooLong ? t('widgets.search-box.tooLong', { limit }) : undefined}
      >
        <FluentSearchBox
          id={id}
          className={styles.box}
          {...(tooLong && { 'aria-invalid': true, 'aria-describedby': noteId(id) })}
          aria-label={props.label || t('widgets.search-box.label')}
          placeholder={props.placeholder || undefined}
          value={text}
          contentBefore={<Icon name="search" size={16} />}
          dismiss={{ 'aria-label': t('widgets.search-box.clear') }}
          onChange={(event, { value }) => {
            // Clearing is written at once, without the debounce.
            if (event.type === 'click' || value === '') write(value);
            else edit(value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search();
            else if (event.key === 'Escape' && text !== '') write('');
          }}
          onBlur={() => write(text)}
        />
      </FieldFrame>
    </div>
  );
}
