import type { Entry } from '../customer.ts';
import { previewOf } from './bubble.ts';
import { h, icon } from './dom.ts';
import { menuItem, openPopup } from './popup-menu.ts';
import { send, showError, upload } from './store.ts';
import { t } from './texts.ts';

/** Where the sample location is: a square in Belo Horizonte. */
const PLACE = {
  latitude: -19.932,
  longitude: -43.938,
  name: 'Praça da Liberdade',
  address: 'Savassi, Belo Horizonte',
};
const CARD = {
  name: { formatted_name: 'Helena Duarte', first_name: 'Helena', last_name: 'Duarte' },
  phones: [{ phone: '+55 31 98888-1200', wa_id: '553188881200', type: 'CELL' }],
  org: { company: 'Duarte Contabilidade' },
};
const ORDER = {
  catalog_id: '400000000000001',
  text: 'Pedido pelo catálogo',
  product_items: [{ product_retailer_id: 'cimento-50', quantity: 12, item_price: 38.9, currency: 'BRL' }],
};

export interface Composer {
  element: HTMLElement;
  /** Answers a message with the next one. */
  reply(entry: Entry): void;
  /** Empties it, for another customer. */
  reset(): void;
}

export function composer(): Composer {
  let answered: Entry | null = null;
  const input = h('textarea', {
    rows: 1,
    'aria-label': t('sandbox.message'),
    placeholder: t('sandbox.message'),
  });
  const quote = h('div', { class: 'quote', hidden: true });
  const file = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': t('sandbox.attach.file'),
  });

  const setAnswered = (entry: Entry | null): void => {
    answered = entry;
    quote.hidden = entry === null;
    if (!entry) return;
    quote.replaceChildren(
      h('span', {}, previewOf(entry)),
      h(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': t('sandbox.cancel'),
          onclick: () => setAnswered(null),
        },
        icon('close'),
      ),
    );
    input.focus();
  };
  const post = async (type: string, content: unknown): Promise<void> => {
    const replyTo = answered?.id ?? null;
    setAnswered(null);
    await send({ type, content, replyTo });
  };
  const sendText = (): void => {
    const body = input.value.trim();
    if (body === '') return;
    input.value = '';
    void post('text', { body });
    input.focus();
  };
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    sendText();
  });
  file.addEventListener('change', () => {
    const files = [...(file.files ?? [])];
    file.value = '';
    void sendFiles(files, input, post);
  });
  const attach = h(
    'button',
    {
      type: 'button',
      class: 'icon',
      'aria-label': t('sandbox.attach.title'),
      'aria-haspopup': 'menu',
      onclick: (event) =>
        openPopup(event.currentTarget as HTMLElement, [
          menuItem(t('sandbox.attach.file'), () => file.click()),
          menuItem(
            t('sandbox.attach.photo'),
            () => void samplePhoto().then((one) => sendFiles([one], input, post)),
          ),
          menuItem(t('sandbox.attach.location'), () => void post('location', PLACE)),
          menuItem(t('sandbox.attach.contact'), () => void post('contacts', [CARD])),
          menuItem(t('sandbox.attach.order'), () => void post('order', ORDER)),
          menuItem(t('sandbox.attach.poll'), () => void post('unsupported', { type: 'poll' })),
        ]),
    },
    icon('attach'),
  );
  const quick = [t('sandbox.quick.hello'), t('sandbox.quick.deadline'), t('sandbox.quick.thanks')];
  const element = h(
    'form',
    {
      class: 'composer',
      onsubmit: (event) => {
        event.preventDefault();
        sendText();
      },
    },
    h(
      'div',
      { class: 'quick' },
      ...quick.map((body) =>
        h('button', { type: 'button', onclick: () => void post('text', { body }) }, body),
      ),
    ),
    quote,
    h(
      'div',
      { class: 'row' },
      attach,
      file,
      input,
      h('button', { class: 'icon primary', 'aria-label': t('sandbox.send') }, icon('send')),
    ),
  );
  return {
    element,
    reply: setAnswered,
    reset() {
      setAnswered(null);
      input.value = '';
    },
  };
}

/** Sends files as the kind that their type is; the text is the caption of the first one. */
async function sendFiles(
  files: readonly File[],
  input: HTMLTextAreaElement,
  post: (type: string, content: unknown) => Promise<void>,
): Promise<void> {
  let caption = input.value.trim();
  input.value = '';
  try {
    for (const file of files) {
      const id = await upload(file);
      const type = kindOf(file.type);
      const extra =
        type === 'audio' ? { voice: file.type.includes('ogg') } : { caption, filename: file.name };
      await post(type, { id, ...extra });
      caption = '';
    }
  } catch (error) {
    showError(String(error));
  }
}

function kindOf(type: string): string {
  if (type === 'image/webp') return 'sticker';
  if (/^image\/(jpeg|png)$/.test(type)) return 'image';
  if (/^video\/(mp4|3gpp)$/.test(type)) return 'video';
  return type.startsWith('audio/') ? 'audio' : 'document';
}

/** A photo without a camera: boxes in a yard, drawn here. */
async function samplePhoto(): Promise<File> {
  const canvas = h('canvas', { width: 800, height: 600 });
  const paint = canvas.getContext('2d');
  if (paint) {
    const sky = paint.createLinearGradient(0, 0, 0, 600);
    sky.addColorStop(0, '#7fb4d9');
    sky.addColorStop(0.6, '#f2d7b0');
    sky.addColorStop(0.61, '#8a8f86');
    paint.fillStyle = sky;
    paint.fillRect(0, 0, 800, 600);
    for (let at = 0; at < 6; at += 1) {
      const [x, y] = [90 + (at % 3) * 210, 430 - Math.floor(at / 3) * 150];
      paint.fillStyle = ['#b98a5a', '#a67845', '#c99a68'][at % 3] ?? '#b98a5a';
      paint.fillRect(x, y, 190, 140);
      paint.fillStyle = '#e3c79c';
      paint.fillRect(x + 80, y, 30, 140);
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.9);
  });
  return new File(blob ? [blob] : [], 'foto.jpg', { type: 'image/jpeg' });
}
