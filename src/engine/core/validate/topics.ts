import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Diagnostic } from '../contract.ts';
import { diagnostic } from './diagnostics.ts';
import { listed, nearest } from './nearest.ts';

/** Reports topics of sources that nothing publishes: their source would never load again. */
export function topicDiagnostics(document: JsonObject, known: readonly string[]): Diagnostic[] {
  const sources = isObject(document.sources) ? Object.entries(document.sources) : [];
  return sources.flatMap(([id, source]) => {
    const topics = isObject(source) && Array.isArray(source.on) ? source.on : [];
    return topics.flatMap((one, index) => {
      const isPatch = isObject(one);
      const topic = isPatch ? one.topic : one;
      if (typeof topic !== 'string' || known.some((name) => isNamed(topic, name))) return [];
      const pointer = `/sources/${escapeSegment(id)}/on/${index}${isPatch ? '/topic' : ''}`;
      const likely = nearest(topic.replace(/\{[^{}]*\}/g, '*'), known);
      return [diagnostic(pointer, 'unknown-topic', { topic, nearest: likely, known: listed(known) })];
    });
  });
}

/** Whether a topic, whose references may have any value, can be one of a name, whose `*` stands for any part. */
function isNamed(topic: string, name: string): boolean {
  const [written, parts] = [topic.split(':'), name.split(':')];
  return (
    written.length === parts.length &&
    parts.every((part, at) => part === '*' || part === written[at] || written[at]!.includes('{'))
  );
}
