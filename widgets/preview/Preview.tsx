import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useMemo, useRef, useState } from 'react';
import type { Json } from '../../src/contracts/json.ts';
import type { PreviewProps } from '../../src/engine/core/index.ts';
import { DocumentView, useText, useTexts } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import { EmptyState, moldeToken, SkeletonGroup, SkeletonItem, ToneBadge } from '../../src/ui/index.ts';
import { useIsBlank } from './useIsBlank.ts';
import { useLastValidDocument } from './useLastValidDocument.ts';

const widths = ['360', '768', '1280', 'full'] as const;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: '420px',
    flex: '1 1 auto',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'clip',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: '44px',
    boxSizing: 'border-box',
    padding: '6px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  name: {
    margin: 0,
    marginInlineEnd: 'auto',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  widths: { display: 'flex', gap: '2px' },
  params: { display: 'flex', flexWrap: 'wrap', gap: '8px', width: '100%' },
  param: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    fontSize: tokens.fontSizeBase200,
    fontFamily: tokens.fontFamilyMonospace,
  },
  paramInput: { width: '96px' },
  // Contains elements of the document with a fixed position, too.
  desk: { flex: '1 1 0', minHeight: '120px', overflow: 'auto', contain: 'layout paint', display: 'flex' },
  sheet: {
    flex: '0 0 auto',
    margin: '0 auto',
    maxWidth: 'none',
    minHeight: '100%',
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  rendered: { flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' },
  loading: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '24px' },
  w360: { width: '360px' },
  w768: { width: '768px' },
  w1280: { width: '1280px' },
  full: { flex: '1 1 0', minWidth: 0, margin: 0 },
  // Grey but not faint, as it must stay readable.
  stale: { filter: 'grayscale(1)' },
});

const sheets = { '360': 'w360', '768': 'w768', '1280': 'w1280', full: 'full' } as const;

/** Names of the parameters in a screen's path. */
function paramNames(document: unknown): string[] {
  const path = (document as { path?: unknown } | null)?.path;
  return typeof path === 'string'
    ? [...path.matchAll(/\/:([A-Za-z][A-Za-z0-9]*)/g)].map(([, name]) => name!)
    : [];
}

/** Renders a definition as a screen. The widget's schema describes its limits. */
export default function Preview({ id, props, data }: WidgetProps<PreviewProps>) {
  const styles = useStyles();
  const t = useText();
  useTexts('code-editor');
  const nameId = useId();
  const [width, setWidth] = useState(props.width ?? 'full');
  const [params, setParams] = useState<Record<string, string>>({});
  const {
    document,
    validating,
    stale,
    revision: fresh,
  } = useLastValidDocument(props.document as Json | undefined);
  const names = useMemo(() => paramNames(document), [document]);
  const rendered = useRef<HTMLDivElement>(null);
  const blank = useIsBlank(rendered);
  const loading = validating || (document === null && data.status === 'loading');
  const ready = names.every((name) => params[name]);

  return (
    <section id={id} aria-labelledby={nameId} className={styles.root} data-surface="">
      <header className={styles.bar}>
        <h2 id={nameId} className={styles.name}>
          {props.label || t('preview.label')}
        </h2>
        <span role="status">
          {stale && document !== null && <ToneBadge tone="warning" text={t('preview.stale')} />}
        </span>
        {props.widths !== false && (
          <div role="group" aria-label={t('preview.width')} className={styles.widths}>
            {widths.map((one) => (
              <Button
                key={one}
                size="small"
                appearance={one === width ? 'outline' : 'subtle'}
                aria-pressed={one === width}
                onClick={() => setWidth(one)}
              >
                {one === 'full' ? t('preview.full') : one}
              </Button>
            ))}
          </div>
        )}
        {names.length > 0 && (
          <div className={styles.params}>
            {names.map((name) => (
              <label key={name} className={styles.param}>
                {name}
                <Input
                  size="small"
                  className={styles.paramInput}
                  value={params[name] ?? ''}
                  onChange={(_, { value }) => setParams({ ...params, [name]: value })}
                />
              </label>
            ))}
          </div>
        )}
      </header>
      <div
        className={styles.desk}
        // The keyboard must reach the element that scrolls.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-labelledby={nameId}
        style={props.height === undefined ? undefined : { flex: `0 0 ${props.height}px` }}
      >
        <div className={mergeClasses(styles.sheet, styles[sheets[width]], stale && styles.stale)}>
          {blank && <EmptyState icon="info" tone="neutral" title={t('preview.none')} />}
          <div ref={rendered} className={styles.rendered}>
            {loading ? (
              <SkeletonGroup label={t('widgets.frame.loading')} className={styles.loading}>
                <SkeletonItem width="40%" height={24} />
                <SkeletonItem width="90%" />
                <SkeletonItem width="75%" />
              </SkeletonGroup>
            ) : document === null || !ready ? (
              <EmptyState
                icon={document === null ? 'error-circle' : 'edit'}
                tone="neutral"
                title={t(document === null ? 'preview.none' : 'preview.params')}
                text={t(document === null ? 'preview.noneHint' : 'preview.paramsHint')}
              />
            ) : (
              <DocumentView key={fresh} document={document} params={params} diagnostics={[]} />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
