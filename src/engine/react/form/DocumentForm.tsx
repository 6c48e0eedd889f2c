import { ErrorNotice } from '../../../ui/index.ts';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FieldError } from '../../../contracts/errors.ts';
import type { DefinitionReply } from '../../../contracts/definitions.ts';
import type { Diagnostic, FormDocument, FormProps } from '../../core/index.ts';
import {
  checkFormSafety,
  compileForm,
  FormDocumentError,
  type CompiledForm,
} from '../../core/form/compile.ts';
import type { FormChange } from '../../core/form/model-options.ts';
import { isPatternEngineLoaded, loadPatternEngine } from '../../core/form/patterns.ts';
import { useEngine, useNode, useScreen } from '../context.ts';
import type { WidgetProps } from '../contract.ts';
import { useText } from '../hooks.ts';
import { diagnosticText, MissingNotice, SourceNotice } from '../screen/notices.tsx';
import { useTexts } from '../screen/useTexts.ts';
import { FormSkeleton, UnknownForm } from './FormSkeleton.tsx';
import { FormView } from './FormView.tsx';
import { useRecord, useStable } from './useRecord.ts';

type Loaded =
  | { status: 'none' }
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; document: FormDocument; diagnostics: readonly Diagnostic[] | null };

const readyFrom = ({ definition, faults }: DefinitionReply) =>
  ({ status: 'ready', document: definition as FormDocument, diagnostics: faults }) as const;

/**
 * A form's document: the inline one, or the definition of that id, loaded by the host. One that was loaded before is rendered
 * at once, and replaced by a newer one.
 */
function useDocument(id: string | undefined, inline: unknown): { loaded: Loaded; retry(): void } {
  const { host } = useEngine();
  const [attempt, setAttempt] = useState(0);
  const wanted = `${id} ${attempt}`;
  const [answer, setAnswer] = useState(() => {
    const known = inline === undefined && id !== undefined ? host.knownDefinition?.('form', id) : undefined;
    return known === undefined ? null : { of: wanted, loaded: readyFrom(known) as Loaded };
  });
  useEffect(() => {
    if (inline !== undefined || id === undefined) return undefined;
    let left = false;
    const settle = (loaded: Loaded) => {
      if (left) return;
      setAnswer((before) =>
        before?.of === wanted && isSame(before.loaded, loaded) ? before : { of: wanted, loaded },
      );
    };
    host.definition('form', id).then(
      (reply) => settle(readyFrom(reply)),
      (error: unknown) => {
        host.report({ document: id, node: '', error });
        const { message } = error as { message?: unknown };
        settle({ status: 'failed', message: typeof message === 'string' ? message : '' });
      },
    );
    const release = host.onDefinition('form', id, (reply) => settle(readyFrom(reply)));
    return () => {
      left = true;
      release();
    };
  }, [host, id, inline, wanted]);
  const loaded = useMemo((): Loaded => {
    if (inline !== undefined) return { status: 'ready', document: inline as FormDocument, diagnostics: null };
    if (id === undefined) return { status: 'none' };
    return answer?.of === wanted ? answer.loaded : { status: 'loading' };
  }, [inline, id, answer, wanted]);
  return { loaded, retry: () => setAttempt(attempt + 1) };
}

const isSame = (before: Loaded, after: Loaded): boolean =>
  before.status === 'ready' &&
  after.status === 'ready' &&
  before.document === after.document &&
  before.diagnostics === after.diagnostics;

type Made = { form: CompiledForm; diagnostics: null } | { form: null; diagnostics: readonly Diagnostic[] };

/**
 * Compiles a document, or answers its diagnostics. The server sends a stored document with its diagnostics; an inline one
 * is checked here.
 */
function make({ document, diagnostics: given }: Extract<Loaded, { status: 'ready' }>): Made {
  try {
    const diagnostics = (given ?? checkFormSafety(document)).filter(
      ({ pointer, severity }) => severity === 'error' && !pointer.startsWith('/schema'),
    );
    if (diagnostics.length > 0) return { form: null, diagnostics };
    // Unsupported parts of the schema are reported where they stand.
    return { form: compileForm(document), diagnostics: null };
  } catch (error) {
    if (error instanceof FormDocumentError) return { form: null, diagnostics: error.diagnostics };
    return {
      form: null,
      diagnostics: [{ pointer: '', code: 'form-document', values: {}, severity: 'error' }],
    };
  }
}

/** Loads the engine that a form's patterns take. Null while it loads and while there is no form. */
function usePatternEngine(form: CompiledForm | null): { loaded: boolean | null; retry(): void } {
  const { host } = useEngine();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ of: number; loaded: boolean } | null>(null);
  const isReady = form?.needsPatternEngine !== true || isPatternEngineLoaded();
  useEffect(() => {
    if (isReady) return;
    loadPatternEngine().then(
      () => setAnswer({ of: attempt, loaded: true }),
      (error: unknown) => {
        host.report({ document: form?.id ?? '', node: '', error });
        setAnswer({ of: attempt, loaded: false });
      },
    );
  }, [isReady, attempt, host, form]);
  const loaded = isReady ? true : answer?.of === attempt ? answer.loaded : null;
  return { loaded, retry: () => setAttempt(attempt + 1) };
}

/** The form widget: loads its document and its record, then renders the form. */
export function DocumentForm({ id, props, data, fire, listens }: WidgetProps<FormProps>) {
  const t = useText();
  const node = useNode();
  const { refused } = useScreen();
  const isRefused = useSyncExternalStore(refused.subscribe, refused.get);
  const readOnly = props.readOnly === true || isRefused;
  const { loaded, retry } = useDocument(props.form, useStable(node.props['document']));
  const made = useMemo(() => (loaded.status === 'ready' ? make(loaded) : null), [loaded]);
  const patterns = usePatternEngine(made?.form ?? null);
  // They load while the document does.
  const hasMessages = useTexts('forms');
  const record = useRecord(props.value);
  const keep = useStable(props.keep ?? none);
  const errors = useStable(errorsOf(props.errors));
  const onChange = useCallback<FormChange>(
    (field, value, preview) => {
      if (listens('change')) void fire('change', { field, value: value ?? null, preview: preview ?? null });
    },
    [fire, listens],
  );

  if (loaded.status === 'none') return <ErrorNotice title={t('widgets.form.none')} />;
  if (loaded.status === 'failed') {
    return (
      <ErrorNotice
        title={t('widgets.form.failed')}
        text={loaded.message}
        retry={{ text: t('widgets.form.retry'), onRetry: retry }}
      />
    );
  }
  if (made?.diagnostics) {
    return (
      <InvalidForm
        form={loaded.status === 'ready' ? loaded.document.id : ''}
        diagnostics={made.diagnostics}
      />
    );
  }
  if (patterns.loaded === false) {
    return (
      <ErrorNotice
        title={t('widgets.form.failed')}
        retry={{ text: t('widgets.form.retry'), onRetry: patterns.retry }}
      />
    );
  }
  if (record.status === 'missing') return <MissingNotice />;
  if (record.status === 'failed') return <FailedRecord source={record.source} />;
  if (made === null) return <UnknownForm />;
  const awaitsSource =
    node.source !== null && data.record === null && (data.status === 'idle' || data.status === 'loading');
  if (awaitsSource || record.status !== 'ready' || patterns.loaded === null || !hasMessages) {
    const sources = [
      ...(awaitsSource ? [node.source!] : []),
      ...(record.status === 'loading' ? record.sources : []),
    ];
    return <FormSkeleton form={made.form} readOnly={readOnly} sources={sources} />;
  }
  return (
    <FormView
      id={id}
      form={made.form}
      label={props.label}
      value={record.record}
      keep={keep}
      status={props.status}
      values={props.values}
      errors={errors}
      readOnly={readOnly}
      refused={isRefused}
      guard={props.guard !== false}
      draft={props.draft === true}
      gone={data.error?.status === 404}
      onChange={onChange}
    />
  );
}

function FailedRecord({ source }: { source: string }) {
  const screen = useScreen();
  const subscribe = useCallback(
    (listener: () => void) => screen.store.subscribe([['data', source]], listener),
    [screen, source],
  );
  const { error, refreshing } = useSyncExternalStore(subscribe, () => screen.source(source));
  return (
    <SourceNotice record failure={error} busy={refreshing} retry={() => void screen.refresh([source])} />
  );
}

function InvalidForm({ form, diagnostics }: { form: string; diagnostics: readonly Diagnostic[] }) {
  const t = useText();
  useTexts('diagnostics');
  return (
    <ErrorNotice
      title={t('widgets.form.invalid', { form })}
      details={{
        label: t('widgets.frame.details'),
        text: diagnostics
          .map((diagnostic) => `${diagnostic.pointer || '/'} · ${diagnosticText(t, diagnostic)}`)
          .join('\n'),
      }}
    />
  );
}

const none: readonly string[] = [];

/** Result of an expression, as far as it is errors of values. */
function errorsOf(found: unknown): FieldError[] {
  const list = Array.isArray(found) ? found : found === null || found === undefined ? [] : [found];
  return list.flatMap((one: unknown) => {
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown };
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}
