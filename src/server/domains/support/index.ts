export { supportAnswerResource } from './answer/support-answer-resource.ts';
export { supportChannelResource } from './channel/support-channel-resource.ts';
export { supportChatResource } from './chat/support-chat-resource.ts';
export { numberTexts } from './contact/numbers.ts';
export { supportContactResource } from './contact/support-contact-resource.ts';
export { supportMessageResource } from './message/support-message-resource.ts';
export { supportWebhookResource } from './whatsapp/support-webhook-resource.ts';
export { TEMPLATES } from './whatsapp/template-kind.ts';
