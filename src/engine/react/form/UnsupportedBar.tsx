import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { Diagnostic } from '../../core/index.ts';
import { useText } from '../hooks.ts';
import { diagnosticText } from '../screen/notices.tsx';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '20px', overflowWrap: 'anywhere' },
});

/** Most diagnostics that are listed; of the others the number is given. */
const listed = 5;

/** Lists the parts of the form's schema that are not supported, with their JSON pointers. */
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
