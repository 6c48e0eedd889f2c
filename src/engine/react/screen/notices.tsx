import { makeStyles } from '@fluentui/react-components';
import { SkeletonItem, EmptyState, ErrorNotice, SkeletonGroup } from '../../../ui/index.ts';
import { diagnosticHint, fragmentSuffix } from '../../../contracts/definitions.ts';
import {
  ExpressionError,
  expressionDiagnostic,
  isNotFound,
  needLabel,
  resolveText,
} from '../../core/index.ts';
import type { CompiledNode, Diagnostic, HostFailure } from '../../core/index.ts';
import { useNode, useScreen } from '../context.ts';
import { useIsDashboard, useText } from '../hooks.ts';
import type { Translate } from '../hooks.ts';
import { useTexts } from './useTexts.ts';
import { BackButton } from './BackButton.tsx';

const useStyles = makeStyles({
  skeleton: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '8px 0',
    minWidth: 0,
    flexGrow: 1,
  },
  control: { display: 'inline-flex' },
  refresh: { position: 'sticky', bottom: 0, left: 0, zIndex: 2 },
});

/** Placeholder bars in the shape of the widget's group; they appear after 150 ms of loading. */
export function FrameSkeleton({ group }: { group: string | undefined }) {
  const styles = useStyles();
  const t = useText();
  if (group === 'layout') return null;
  if (group === 'content' || group === 'input') {
    return (
      <SkeletonGroup label={t('widgets.frame.loading')} className={styles.control}>
        <SkeletonItem width={96} height={32} />
      </SkeletonGroup>
    );
  }
  return (
    <SkeletonGroup label={t('widgets.frame.loading')} className={styles.skeleton}>
      <SkeletonItem width="40%" height={16} />
      <SkeletonItem width="90%" />
      <SkeletonItem width="75%" />
      <SkeletonItem width="82%" />
    </SkeletonGroup>
  );
}

/** A diagnostic in the person's language. */
export function diagnosticText(t: Translate, diagnostic: Diagnostic): string {
  const key = `diagnostics.${diagnostic.code}.message`;
  const text = t(key, diagnostic.values);
  const values = Object.entries(diagnostic.values).map(([name, value]) => `${name}: ${value}`);
  return (text === key ? [diagnostic.code, ...values].join(' · ') : text) + fragmentSuffix(diagnostic);
}

/** The diagnostic's hint; empty when there is none. */
export function hintText(t: Translate, diagnostic: Diagnostic): string {
  return diagnosticHint(diagnostic, (key, values) => {
    const text = t(key, values);
    return text === key ? '' : text;
  }).trim();
}

/** Errors of the document itself, rendered above its body. */
export function DocumentDiagnostics({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  const t = useText();
  useTexts('diagnostics');
  return (
    <ErrorNotice
      compact
      title={t('widgets.frame.invalid.title')}
      text={diagnostics
        .map((diagnostic) => `${diagnostic.pointer || '/'} · ${diagnosticText(t, diagnostic)}`)
        .join('\n')}
    />
  );
}

/** Replaces a node with errors; names node, type, pointer and rule. */
export function DiagnosticNotice({ node }: { node: CompiledNode }) {
  const t = useText();
  useTexts('diagnostics');
  // A use of a fragment that could not be expanded has no type.
  const unknown = node.spec === undefined && node.type !== '';
  const lines = node.diagnostics.map(
    (diagnostic) => `${diagnostic.pointer || '/'} · ${diagnostic.code} · ${diagnosticText(t, diagnostic)}`,
  );
  return (
    <ErrorNotice
      compact
      title={t(unknown ? 'widgets.frame.unknown.title' : 'widgets.frame.invalid.title')}
      text={unknown ? t('widgets.frame.unknown.text', { type: node.type }) : diagnosticSummary(t, node)}
      details={{
        label: t('widgets.frame.details'),
        text: [`${node.id} (${node.type})`, ...lines].join('\n'),
      }}
    />
  );
}

function diagnosticSummary(t: Translate, node: CompiledNode): string {
  const first = node.diagnostics[0];
  if (!first) return node.id;
  const name = node.type === '' ? node.id : `${node.id} (${node.type})`;
  return `${name}: ${first.pointer} · ${diagnosticText(t, first)}`;
}

/** Replaces a widget that threw or whose expression failed. */
export function CrashNotice({
  node,
  error,
  retry,
}: {
  node: CompiledNode;
  error: unknown;
  retry?: () => void;
}) {
  const t = useText();
  useTexts('diagnostics');
  // The expression's source and the position in it lead its author to the error.
  const diagnostic = error instanceof ExpressionError ? expressionDiagnostic(error, node.pointer) : null;
  const cause = diagnostic
    ? (error as ExpressionError).source
    : error instanceof Error
      ? error.message
      : String(error);
  return (
    <ErrorNotice
      title={t('widgets.frame.crashed.title')}
      text={
        diagnostic
          ? [diagnosticText(t, diagnostic), hintText(t, diagnostic)].join(' ')
          : t('widgets.frame.failed.text')
      }
      {...(retry ? { retry: { text: t('widgets.frame.retry'), onRetry: retry } } : {})}
      details={{
        label: t('widgets.frame.details'),
        text: `${node.id} (${node.type}) ${node.pointer}\n${cause}`,
      }}
    />
  );
}

/** Replaces a widget whose code loads slowly (it may still arrive) or failed to load. */
export function LoadNotice({ slow, retry }: { slow: boolean; retry: () => void }) {
  const t = useText();
  return (
    <ErrorNotice
      title={t('widgets.frame.failed.title')}
      text={t(slow ? 'widgets.frame.slow.text' : 'widgets.frame.failed.text')}
      retry={{ text: t('widgets.frame.retry'), onRetry: retry }}
    />
  );
}

/** Replaces a small part of a widget whose code failed to load. */
export function PartNotice({ retry }: { retry: () => void }) {
  const t = useText();
  return (
    <ErrorNotice
      compact
      title={t('widgets.frame.failed.title')}
      retry={{ text: t('widgets.frame.retry'), onRetry: retry }}
    />
  );
}

/** Whether repeating the same call may give another answer. A call that the server refuses by its values gives the same. */
const mayRetry = (failure: HostFailure | null) => failure?.status !== 400;

/** Replaces a widget whose source failed. A failure that may pass offers a retry. */
export function SourceNotice({
  failure,
  record = false,
  busy,
  retry,
}: {
  failure: HostFailure | null;
  /** The source loads one record, which the screen's address names. */
  record?: boolean;
  busy: boolean;
  retry: () => void;
}) {
  const t = useText();
  if (failure?.status === 403) {
    return (
      <EmptyState
        icon="lock-closed"
        tone="neutral"
        title={t('widgets.frame.forbidden.title')}
        text={t('widgets.frame.forbidden.text')}
      />
    );
  }
  if (record && isNotFound(failure)) {
    return (
      <EmptyState
        icon="search"
        tone="neutral"
        title={t('widgets.frame.gone.none')}
        text={t('widgets.frame.gone.text')}
      >
        <BackButton />
      </EmptyState>
    );
  }
  return (
    <ErrorNotice
      title={t('widgets.frame.failed.title')}
      text={failure?.message || t('widgets.frame.failed.text')}
      {...(mayRetry(failure) && { retry: { text: t('widgets.frame.retry'), onRetry: retry, busy } })}
    />
  );
}

/**
 * Reports that a refresh failed while older data stays visible: one line over the end of the scroller, so that nothing
 * moves. The status element is always rendered, as screen readers announce only changes inside an existing one.
 */
export function RefreshNotice({
  failure,
  busy,
  retry,
}: {
  failure: HostFailure | null;
  busy: boolean;
  retry: () => void;
}) {
  const styles = useStyles();
  const t = useText();
  return (
    <div role="status" className={styles.refresh}>
      {failure && (
        <ErrorNotice
          line
          title={t(failure.status === 403 ? 'widgets.frame.forbidden.title' : 'widgets.frame.failed.title')}
          text={failure.message || t('widgets.frame.failed.text')}
          {...(mayRetry(failure) && { retry: { text: t('widgets.frame.retry'), onRetry: retry, busy } })}
        />
      )}
    </div>
  );
}

/** Replaces a widget whose source lacks required values; names the filters to fill in by their labels. */
export function MissingNotice() {
  const t = useText();
  const screen = useScreen();
  const { source } = useNode();
  const missing = source === null ? [] : screen.source(source).missing;
  const filters = missing.flatMap((name) => {
    const label = needLabel(screen.compiled, name);
    return typeof label === 'string' ? [resolveText(label, screen.texts)] : [];
  });
  const named = filters.length > 0;
  return (
    <EmptyState
      icon={named ? 'filter' : 'info'}
      tone="neutral"
      title={t(named ? 'widgets.frame.missing.title' : 'widgets.frame.missing.waiting')}
      text={
        named
          ? t('widgets.frame.missing.named', { filters: filters.join(', ') })
          : t('widgets.frame.missing.text')
      }
    />
  );
}

/** Replaces a widget whose source has no rows or no record. */
export function EmptyNotice() {
  const t = useText();
  const isDashboard = useIsDashboard();
  const title = t(isDashboard ? 'widgets.frame.empty.dashboard' : 'widgets.frame.empty.title');
  return <EmptyState icon="list" tone="neutral" title={title} />;
}
