import { useMemo } from 'react';
import { isObject, type JsonObject } from '../../contracts/json.ts';
import type { DataCatalogue } from '../../contracts/data-catalogue.ts';
import type { Diagnostic } from '../core/index.ts';
import type { ValidatedText } from '../core/editing/validate-text.ts';
import type { Completion, CompletionOptions } from '../core/editing/completion-context.ts';
import type { EditedKind, EditingSchema } from '../core/editing/schemas.ts';
import { useEngine } from './context.ts';
import { fragmentReaderOf } from './screen/fragment-reader.ts';
import type { Translate } from './hooks.ts';
import { useText } from './hooks.ts';
import { diagnosticText, hintText } from './screen/notices.tsx';
import { useTexts } from './screen/useTexts.ts';

/** Functions of the engine for editors of definitions. Their code is loaded by the first call. */
export interface DefinitionTools {
  /**
   * Validates a text as a definition of this kind. Diagnostics carry their positions in the text.
   * @param catalogue routes and entities; without them no address is checked.
   */
  validate(text: string, kind: EditedKind, catalogue?: DataCatalogue): Promise<ValidatedText>;
  /** Rendered form of a document: with fragments and what its sources and forms take from entities, which are read through the host. */
  preview(document: unknown): Promise<unknown>;
  /** Completions at a caret, beside the names of the language, which come from its schemas. */
  complete(text: string, offset: number, options: CompletionOptions): Promise<Completion[]>;
  /** Completions at a caret of an expression that stands at a pointer of a document. */
  completeExpression(
    document: JsonObject,
    pointer: string,
    source: string,
    caret: number,
  ): Promise<Completion[]>;
  /** The schemas for completion and hover, the kind's own first; none for an unknown kind. */
  schemas(kind: EditedKind): Promise<EditingSchema[]>;
  /** A diagnostic in the person's language. */
  message(diagnostic: Diagnostic): string;
  /** The diagnostic's hint; empty when there is none. */
  hint(diagnostic: Diagnostic): string;
}

/** A widget type's title and description in the person's language. */
function widgetTexts(t: Translate, title: string, description: string) {
  return { title: t(title.slice(1)), description: t(description.slice(1)) };
}

/** Validation and schemas for an editor, with the widgets and in the language of the engine around it. */
export function useDefinitionTools(): DefinitionTools {
  const { registry, host } = useEngine();
  const t = useText();
  const textsLoaded = useTexts('diagnostics');
  return useMemo(() => {
    // A new object once the texts are loaded, so that messages are made again.
    void textsLoaded;
    const fragments = fragmentReaderOf(host);
    return {
      async validate(text, kind, catalogue) {
        const { validateText } = await import('../core/editing/validate-text.ts');
        await registry.prepare(registry.types);
        const fragmentIds = catalogue?.fragments?.map(({ id }) => id);
        if (fragmentIds) fragments.limitTo(fragmentIds);
        const known = fragmentIds && { fragmentIds };
        const texts = catalogue?.texts && new Set(Object.keys(catalogue.texts));
        return validateText(text, kind, registry, {
          catalogue,
          texts,
          paths: catalogue?.screens?.map(({ path }) => path),
          fragments: fragments.read,
          ...known,
        });
      },
      async preview(document) {
        // The server adds them to what it serves; this document comes from an editor.
        await host.loadTexts(['screens']);
        const { previewDocument } = await import('../core/fragments/preview.ts');
        await registry.prepare(registry.types);
        const expanded = await previewDocument(document, registry, fragments.read);
        const { withLoadedEntities } = await import('../core/entity/entity-sources.ts');
        return isObject(expanded)
          ? withLoadedEntities(expanded, (id) => host.definition('entity', id))
          : expanded;
      },
      async complete(text, offset, options) {
        const { completionsAt } = await import('../core/editing/completion.ts');
        await registry.prepare(registry.types);
        return completionsAt(text, offset, registry, options);
      },
      async completeExpression(document, pointer, source, caret) {
        const { expressionCompletions } = await import('../core/editing/completion.ts');
        await registry.prepare(registry.types);
        return expressionCompletions(document, pointer, source, caret, registry);
      },
      async schemas(kind) {
        const { editingSchemas } = await import('../core/editing/schemas.ts');
        await Promise.all([registry.prepare(registry.types), host.loadTexts(['palette'])]);
        return editingSchemas(kind, registry, (type) => {
          const spec = registry.get(type);
          return spec ? widgetTexts(t, spec.title, spec.description) : { title: type, description: '' };
        });
      },
      message: (diagnostic) => diagnosticText(t, diagnostic),
      hint: (diagnostic) => hintText(t, diagnostic),
    };
  }, [registry, host, t, textsLoaded]);
}
