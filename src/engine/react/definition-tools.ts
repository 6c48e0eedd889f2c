import { useMemo } from 'react';
import type { Diagnostic } from '../core/index.ts';
import type { ValidatedText } from '../core/editing/validate-text.ts';
import type { EditedKind, EditingSchema } from '../core/editing/schemas.ts';
import { useEngine } from './context.ts';
import type { Translate } from './hooks.ts';
import { useText } from './hooks.ts';
import { diagnosticText, hintText } from './notices.tsx';
import { useTexts } from './useTexts.ts';

/** What an editor of definitions asks the engine; its code comes with the first question. */
export interface DefinitionTools {
  /** Everything wrong with a text that is to be a definition of this kind, each with its place. */
  validate(text: string, kind: EditedKind): Promise<ValidatedText>;
  /** The schemas for completion and hover, the kind's own first; none for a kind that nobody knows. */
  schemas(kind: EditedKind): Promise<EditingSchema[]>;
  /** A fault in the person's words. */
  message(diagnostic: Diagnostic): string;
  /** What to do about it; empty when there is nothing more to say. */
  hint(diagnostic: Diagnostic): string;
}

/** A type's words from its texts; a widget nobody described is told by its name. */
function wordsOf(t: Translate, title: string, description: string) {
  return { title: t(title.slice(1)), description: t(description.slice(1)) };
}

/** Checks and schemas for an editor, with the widgets and in the language of the engine around it. */
export function useDefinitionTools(): DefinitionTools {
  const { registry, host } = useEngine();
  const t = useText();
  const worded = useTexts('diagnostics');
  return useMemo(() => {
    // New words for what was told before they came.
    void worded;
    return {
      async validate(text, kind) {
        const { validateText } = await import('../core/editing/validate-text.ts');
        await registry.prepare(registry.types);
        return validateText(text, kind, registry);
      },
      async schemas(kind) {
        const { editingSchemas } = await import('../core/editing/schemas.ts');
        await Promise.all([registry.prepare(registry.types), host.loadTexts(['palette'])]);
        return editingSchemas(kind, registry, (type) => {
          const spec = registry.get(type);
          return spec ? wordsOf(t, spec.title, spec.description) : { title: type, description: '' };
        });
      },
      message: (diagnostic) => diagnosticText(t, diagnostic),
      hint: (diagnostic) => hintText(t, diagnostic),
    };
  }, [registry, host, t, worded]);
}
