import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useText } from '../../hooks.ts';
import type { ServerOptions } from './useServerOptions.ts';

const useStyles = makeStyles({
  note: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 8px',
    color: tokens.colorNeutralForeground3,
  },
});

/** Below the options: that there are none, that they are on their way or did not come, that there are more. */
export function OptionsNote({ server }: { server: ServerOptions }) {
  const styles = useStyles();
  const t = useText();
  const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
  if (server.status === 'error') {
    return (
      <div className={styles.note} role="alert">
        {t('form.optionsFailed')}
        <Button size="small" onMouseDown={keepFocus} onClick={server.retry}>
          {t('form.retry')}
        </Button>
      </div>
    );
  }
  if (server.options.length > 0 && server.status === 'ready') {
    if (server.loadMore !== null) {
      return (
        <div className={styles.note}>
          <Button size="small" appearance="subtle" onMouseDown={keepFocus} onClick={server.loadMore}>
            {t('form.loadMore')}
          </Button>
        </div>
      );
    }
    return server.more && <div className={styles.note}>{t('form.typeForMore')}</div>;
  }
  return (
    <div className={styles.note} role="status">
      {server.status === 'ready' ? (
        t('form.noOptions')
      ) : (
        <>
          <Spinner size="extra-tiny" aria-hidden />
          {t('form.loadingOptions')}
        </>
      )}
    </div>
  );
}
