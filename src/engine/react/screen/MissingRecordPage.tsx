import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { EmptyState, Icon } from '../../../ui/index.ts';
import { BackButton } from './BackButton.tsx';
import { useEngine } from '../context.ts';
import { useScreenAddress, useText } from '../hooks.ts';
import type { Crumb } from './screen-trail.ts';
import { useTexts } from './useTexts.ts';

const useStyles = makeStyles({
  root: { flexGrow: 1, display: 'grid', placeItems: 'center' },
  path: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
});

/** Replaces the body of a page whose record does not exist: its address, possible causes, and the way to the list. */
export default function MissingRecordPage({ list }: { list: Crumb | undefined }) {
  const styles = useStyles();
  const t = useText();
  // Few pages need them: a list does not load them.
  const hasTexts = useTexts('forms');
  const { host } = useEngine();
  const { path } = useScreenAddress();
  const key = list ? 'form.missing.addressIn' : 'form.missing.address';
  const [before = '', after = ''] = t(key, { path: '\0', name: list?.name }).split('\0');
  if (!hasTexts) return null;
  return (
    <div className={styles.root}>
      <EmptyState
        icon="document-search"
        tone="neutral"
        heading={1}
        title={t('widgets.frame.gone.none')}
        {...(path !== '' && {
          reason: (
            <>
              {before}
              <code className={styles.path}>{path}</code>
              {after}
            </>
          ),
        })}
        text={t('form.missing.causes')}
      >
        <BackButton icon={<Icon name={list ? 'arrow-left' : 'home'} />} />
        {list && (
          <Button appearance="subtle" icon={<Icon name="home" />} onClick={() => host.navigate('/')}>
            {t('widgets.frame.gone.home')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
