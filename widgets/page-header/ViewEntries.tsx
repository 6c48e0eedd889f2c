import { MenuItem } from '@fluentui/react-components';
import {
  useNavigate,
  useNotify,
  useScreenAddress,
  useScreenData,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import { Icon, renderForPrint } from '../../src/ui/index.ts';

/** Address of a page with its query. */
function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Entries of a dashboard in the menu of its header. */
export function ViewEntries() {
  const t = useText();
  const hasTexts = useTexts('views');
  const { refresh, settled } = useScreenData();
  const { path, query } = useScreenAddress();
  const navigate = useNavigate();
  const notify = useNotify();
  if (!hasTexts) return null;
  const copy = async () => {
    const link = new URL(withQuery(path, query), window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      notify('success', t('views.page.copied'));
    } catch {
      // Browsers refuse it to pages without TLS.
      notify('info', link);
    }
  };
  const print = async () => {
    renderForPrint();
    await settled();
    // The menu is gone, and what has arrived is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  const show = () => {
    // Where the browser refuses it, the page is a wall display in its window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    navigate(withQuery(path, { ...query, display: 'wall' }));
  };
  return (
    <>
      <MenuItem icon={<Icon name="arrow-clockwise" />} onClick={() => void refresh()}>
        {t('views.page.refresh')}
      </MenuItem>
      <MenuItem icon={<Icon name="link" />} onClick={() => void copy()}>
        {t('views.page.copy')}
      </MenuItem>
      <MenuItem icon={<Icon name="print" />} onClick={() => void print()}>
        {t('views.page.print')}
      </MenuItem>
      <MenuItem icon={<Icon name="tv" />} onClick={show}>
        {t('views.page.wall')}
      </MenuItem>
    </>
  );
}
