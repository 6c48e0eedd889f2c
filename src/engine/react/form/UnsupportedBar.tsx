import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { Diagnostic } from '../../core/index.ts';
import { useText } from '../hooks.ts';
import { diagnosticText } from '../notices.tsx';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '20px', overflowWrap: 'anywhere' },
});

/** Faults that are listed one by one; of more the number is told. */
const listed = 5;

/** What of the form's schema is not shown or not checked, by its places; the rest of the form works. */
export default function UnsupportedBar({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  const styles = useStyles();
  const t = useText();
  return (
    <MessageBar intent="warning" layout="multiline" role="note">
      <MessageBarBody>
        <MessageBarTitle>{t('form.nested.partly')}</MessageBarTitle>
        <ul className={styles.list}>
          {diagnostics.slice(0, listed).map((diagnostic) => (
            <li key={`${diagnostic.pointer} ${diagnostic.code}`}>
              <code>{`/schema${diagnostic.pointer}`}</code> · {diagnosticText(t, diagnostic)}
            </li>
          ))}
          {diagnostics.length > listed && <li>+ {diagnostics.length - listed}</li>}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}
