import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { DefinitionFault } from '../../core/index.ts';
import { useText } from '../hooks.ts';
import { faultText } from '../notices.tsx';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingInlineStart: '20px', overflowWrap: 'anywhere' },
});

/** Faults that are listed one by one; of more the number is told. */
const listed = 5;

/** What of the form's schema is not shown or not checked, by its places; the rest of the form works. */
export default function UnshownBar({ faults }: { faults: readonly DefinitionFault[] }) {
  const styles = useStyles();
  const t = useText();
  return (
    <MessageBar intent="warning" layout="multiline" role="note">
      <MessageBarBody>
        <MessageBarTitle>{t('form.nested.partly')}</MessageBarTitle>
        <ul className={styles.list}>
          {faults.slice(0, listed).map((fault) => (
            <li key={`${fault.pointer} ${fault.code}`}>
              <code>{`/schema${fault.pointer}`}</code> · {faultText(t, fault)}
            </li>
          ))}
          {faults.length > listed && <li>+ {faults.length - listed}</li>}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}
