import { createHmac } from 'node:crypto';

const secret = 'molde-demo-app-secret';
const phone = '100000000000001';

/** A text of a customer, signed as the messaging provider does. @returns body and headers of its post */
export function textPost(from, id, body) {
  const message = {
    from,
    id,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body },
  };
  return signed({ messages: [message] });
}

/** Post about a message of ours with a status. */
export function statusPost(id, status, recipient) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return signed({ statuses: [{ id, status, timestamp, recipient_id: recipient }] });
}

function signed(part) {
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phone }, ...part };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  return { body, headers };
}

/** Posts it once. @returns whether it was acknowledged */
export async function deliver(url, post) {
  try {
    const answer = await fetch(`${url}/adm/v2/sup/zap/webhook`, { method: 'POST', ...post });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}
