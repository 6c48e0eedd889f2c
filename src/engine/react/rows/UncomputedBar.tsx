import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { expressionDiagnostic } from '../../core/index.ts';
import { useText } from '../hooks.ts';
import { diagnosticText, hintText } from '../screen/notices.tsx';
import { useTexts } from '../screen/useTexts.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '8px 0', overflowWrap: 'anywhere' },
});

/** Says which values could not be computed, why, and what its author can do. */
export default function UncomputedBar({
  failures,
}: {
  failures: readonly { text: string; error: unknown }[];
}) {
  const styles = useStyles();
  const t = useText();
  const isLoaded = useTexts('diagnostics');
  return (
    <div className={styles.list} role="status">
      {(isLoaded ? failures : []).map(({ text, error }) => {
        const diagnostic = expressionDiagnostic(error, '');
        return (
          <MessageBar key={text} intent="warning" layout="multiline">
            <MessageBarBody>
              <MessageBarTitle>{text}</MessageBarTitle>
              {diagnosticText(t, diagnostic)} {hintText(t, diagnostic)}
            </MessageBarBody>
          </MessageBar>
        );
      })}
    </div>
  );
}
