const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'brand'] as const;

export interface Tag {
  key: string;
  value: string | number;
  text: string;
  tone: (typeof tones)[number];
  icon: string | null;
  /** Not validated: `Link` renders only allowed addresses. */
  link: string | null;
}

const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

function readTag(item: unknown): Omit<Tag, 'key'> | null {
  const plain = asText(item);
  if (plain !== null)
    return { value: item as string | number, text: plain, tone: 'neutral', icon: null, link: null };
  if (typeof item !== 'object' || item === null) return null;
  const { value, text, tone, icon, link } = item as Record<string, unknown>;
  const tagText = asText(text) ?? asText(value);
  if (tagText === null) return null;
  return {
    value: asText(value) === null ? tagText : (value as string | number),
    text: tagText,
    tone: tones.find((one) => one === tone) ?? 'neutral',
    icon: typeof icon === 'string' ? icon : null,
    link: typeof link === 'string' ? link : null,
  };
}

/** Reads tags from an expression's result: a list, one text, or nothing. Other values are left out. */
export function readTags(given: unknown): Tag[] {
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const tag = readTag(item);
    if (!tag || tag.text.trim() === '') return [];
    const repeats = seen.get(String(tag.value)) ?? 0;
    seen.set(String(tag.value), repeats + 1);
    return [{ ...tag, key: `${repeats} ${tag.value}` }];
  });
}
