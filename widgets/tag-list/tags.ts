const tones = ['neutral', 'info', 'success', 'warning', 'danger', 'brand'] as const;

export interface Tag {
  key: string;
  value: string | number;
  text: string;
  tone: (typeof tones)[number];
  icon: string | null;
  /** As it came: `Link` judges it. */
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
  const words = asText(text) ?? asText(value);
  if (words === null) return null;
  return {
    value: asText(value) === null ? words : (value as string | number),
    text: words,
    tone: tones.find((one) => one === tone) ?? 'neutral',
    icon: typeof icon === 'string' ? icon : null,
    link: typeof link === 'string' ? link : null,
  };
}

/** The tags of whatever an expression answered: a list, one text, or nothing; what is no tag is left out. */
export function readTags(given: unknown): Tag[] {
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const tag = readTag(item);
    if (!tag || tag.text.trim() === '') return [];
    const times = seen.get(String(tag.value)) ?? 0;
    seen.set(String(tag.value), times + 1);
    return [{ ...tag, key: `${times} ${tag.value}` }];
  });
}
