import { useEffect, useRef, useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { localeOf } from '../../../../contracts/language.ts';
import type { StoredUpload } from '../../../core/index.ts';
import { useEngine, useScreen } from '../../context.ts';
import { useLanguage, useText } from '../../hooks.ts';
import { useControls, useForm, type ControlProps } from '../context.ts';
import {
  isAccepted,
  isPicture,
  isWaiting,
  nameOfKept,
  shownSize,
  waitingKey,
  type FileLike,
} from './files.ts';
import { sendFile } from '../send-file.ts';

/** A file of the field: stored, pending until the submit, or being sent. */
export interface ShownFile {
  key: string;
  name: string;
  /** Address of an image in this browser's memory. */
  preview: string | undefined;
  state: 'kept' | 'waiting' | 'sending' | 'failed';
  message: string | undefined;
}

interface Picked {
  key: string;
  file: FileLike;
  preview: string | undefined;
  /** The field's value for it; undefined while it is being sent. */
  value: Json | undefined;
  failure: string | undefined;
}

let nextNumber = 1;

/** The files of a field, stored and picked, and how they are added and removed. */
export function useFiles(props: ControlProps) {
  const { host } = useEngine();
  const screen = useScreen();
  const { model } = useForm();
  const { loaded } = useControls();
  const t = useText();
  const locale = localeOf[useLanguage()];
  const { field, value, onChange } = props;
  const isList = Array.isArray(value) || field.schema['type'] === 'array';
  const kept: readonly Json[] = Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ''
      ? []
      : [value];
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  // Uploads end after other changes, and add to the files of that time.
  const now = useRef({ kept, picked, onChange });
  useEffect(() => {
    now.current = { kept, picked, onChange };
  });
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, []);

  const give = (next: readonly Json[]) => {
    now.current.kept = next;
    now.current.onChange(next.length === 0 ? undefined : isList ? [...next] : next.at(-1));
  };
  const update = (key: string, change: Partial<Picked>) => {
    now.current.picked = now.current.picked.map((one) => (one.key === key ? { ...one, ...change } : one));
    setPicked(now.current.picked);
  };
  const send = async (one: Picked, upload: StoredUpload) => {
    update(one.key, { failure: undefined });
    try {
      const answer = await sendFile(host, screen.scope(), upload, one.file);
      if (!now.current.picked.some(({ key }) => key === one.key)) return;
      update(one.key, { value: answer });
      give(isList ? [...now.current.kept, answer] : [answer]);
    } catch (error) {
      const { message } = error as { message?: unknown };
      update(one.key, { failure: typeof message === 'string' ? message : String(error) });
    }
  };

  const room = (): number => {
    const most = isList ? field.schema['maxItems'] : 1;
    if (typeof most !== 'number') return Infinity;
    const sending = now.current.picked.filter((one) => one.value === undefined).length;
    return isList ? most - now.current.kept.length - sending : 1;
  };
  /** Why a file is not taken; null for one that is. */
  const refusalOf = (file: FileLike): string | null => {
    const { accept = field.widget === 'image' ? ['image/*'] : [], maxSize = Infinity } = field.upload!;
    if (!isAccepted(file, accept))
      return t('form.files.wrongType', { name: file.name, accept: accept.join(', ') });
    if (file.size <= maxSize) return null;
    const sizes = { size: shownSize(file.size, locale), max: shownSize(maxSize, locale) };
    return t('form.files.tooLarge', { name: file.name, ...sizes });
  };
  /** The same for what only the file's content shows. */
  const contentRefusalOf = async (file: FileLike): Promise<string | null> =>
    (await isPicture(file)) ? null : t('form.files.unreadable', { name: file.name });
  const add = (files: readonly FileLike[]) => {
    const adding = addAccepted(files);
    model.pendingFiles.expect(adding);
    return adding;
  };
  const addAccepted = async (files: readonly FileLike[]) => {
    const { when } = field.upload!;
    const refused: string[] = [];
    for (const file of files) {
      let refusal = refusalOf(file);
      if (refusal === null && field.widget === 'image') refusal = await contentRefusalOf(file);
      if (refusal !== null) refused.push(refusal);
      else if (room() < 1) {
        refused.push(t('form.files.tooMany', { count: Number(isList ? field.schema['maxItems'] : 1) }));
        break;
      } else take(file, when !== undefined && when !== 'pick');
      if (!isList && refused.length === 0) break;
    }
    setRefusals(refused);
  };
  const take = (file: FileLike, waits: boolean) => {
    const preview = previewOf(file);
    if (preview !== undefined) previews.current.add(preview);
    const one: Picked = {
      key: waitingKey(nextNumber++),
      file,
      preview,
      value: undefined,
      failure: undefined,
    };
    if (!isList) forget();
    now.current.picked = [...now.current.picked, one];
    setPicked(now.current.picked);
    const upload = field.upload!;
    if (!waits && upload.when !== 'request') return void send(one, upload);
    model.pendingFiles.set(one.key, { file, upload, preview });
    update(one.key, { value: one.key });
    give(isList ? [...now.current.kept, one.key] : [one.key]);
  };
  /** Takes back what was picked. */
  const forget = () => {
    for (const { key, preview } of now.current.picked) {
      model.pendingFiles.delete(key);
      if (preview !== undefined && previews.current.delete(preview)) URL.revokeObjectURL(preview);
    }
    now.current.picked = [];
    setPicked([]);
  };
  /** Returns to the files of the loaded record. */
  const restore = () => {
    forget();
    setRefusals([]);
    now.current.onChange(loaded()[field.name]);
  };
  const remove = (key: string) => {
    const one = now.current.picked.find((candidate) => candidate.key === key);
    now.current.picked = now.current.picked.filter((candidate) => candidate.key !== key);
    setPicked(now.current.picked);
    model.pendingFiles.delete(key);
    const index = one === undefined ? Number(key) : now.current.kept.indexOf(one.value as Json);
    if (index >= 0) give(now.current.kept.toSpliced(index, 1));
  };
  const retry = (key: string) => {
    const one = now.current.picked.find((candidate) => candidate.key === key);
    const upload = field.upload!;
    if (one !== undefined && upload.when !== 'request') void send(one, upload);
  };

  const files: ShownFile[] = [
    ...kept.map((one, at): ShownFile => {
      const own = picked.find((candidate) => candidate.value !== undefined && candidate.value === one);
      return {
        key: own?.key ?? String(at),
        name: own?.file.name ?? nameOfKept(one),
        preview: own?.preview,
        state: isWaiting(one) ? 'waiting' : 'kept',
        message: undefined,
      };
    }),
    ...picked
      .filter((one) => one.value === undefined)
      .map((one): ShownFile => ({
        key: one.key,
        name: one.file.name,
        preview: one.preview,
        state: one.failure === undefined ? 'sending' : 'failed',
        message: one.failure,
      })),
  ];
  return { files, refusals, setRefusals, refusalOf, contentRefusalOf, isList, add, remove, restore, retry };
}

function previewOf(file: FileLike): string | undefined {
  // Vector images can contain scripts; only their name is shown.
  const isImage = file.type.startsWith('image/') && file.type !== 'image/svg+xml';
  return isImage && file instanceof Blob ? URL.createObjectURL(file) : undefined;
}
