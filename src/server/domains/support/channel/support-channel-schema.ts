import { Type } from 'typebox';
import { nullable, version } from '../../../kernel/schema-parts.ts';

const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });

export const channelRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  whatsapp: Type.String(),
  isActive: yesNo,
  problem: nullable(Type.Object({ code: nullable(Type.Integer()), detail: Type.String() })),
});

/** For who administers channels. Secrets are never answered. */
export const channelDetail = Type.Object({
  ...channelRow.properties,
  phoneNumberId: Type.String(),
  businessId: Type.String(),
  webhookPath: Type.String(),
  version: Type.Integer(),
});

const secret = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, description: 'Stored encrypted, never answered.' }),
);
const providerId = Type.Optional(Type.String({ pattern: '^[0-9]{5,20}$', maxLength: 20 }));

export const channelBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  whatsapp: Type.Optional(Type.String({ maxLength: 30 })),
  phoneNumberId: providerId,
  businessId: providerId,
  isActive: Type.Optional(yesNo),
  accessToken: secret,
  appSecret: secret,
  verifyToken: secret,
  version: Type.Optional(version),
});

export const templateReply = Type.Object({
  name: Type.String(),
  language: Type.String(),
  category: Type.String(),
  status: Type.String(),
  parameterFormat: Type.String(),
  components: Type.Array(
    Type.Object({
      type: Type.Unsafe<'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'>({
        type: 'string',
        enum: ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'],
      }),
      format: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      params: Type.Array(Type.Object({ param_name: Type.String(), example: Type.String() })),
      buttons: Type.Optional(
        Type.Array(
          Type.Object({
            type: Type.String(),
            text: Type.String(),
            url: Type.Optional(Type.String()),
            params: Type.Array(Type.Object({ param_name: Type.String(), example: Type.String() })),
          }),
        ),
      ),
    }),
  ),
});

const headerFile = Type.Optional(
  Type.Object({
    fileId: Type.Integer({
      minimum: 1,
      maximum: 2 ** 53 - 1,
      description: 'Of a file that POST /adm/v2/files took.',
    }),
  }),
);
const parameter = Type.Object({
  type: Type.String({ maxLength: 20 }),
  text: Type.Optional(Type.String({ maxLength: 1024 })),
  parameter_name: Type.Optional(Type.String({ maxLength: 100 })),
  image: headerFile,
  video: headerFile,
  document: headerFile,
});

/** The body of `send-template` (specification 2, section 7): the components as the provider takes them. */
export const templateBody = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 30 })),
  name: Type.String({ minLength: 1, maxLength: 512 }),
  language: Type.Optional(Type.String({ maxLength: 20, default: 'pt_BR' })),
  components: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Unsafe<'header' | 'body' | 'button'>({
          type: 'string',
          enum: ['header', 'body', 'button'],
        }),
        sub_type: Type.Optional(Type.String({ maxLength: 20 })),
        index: Type.Optional(Type.String({ maxLength: 2 })),
        parameters: Type.Array(parameter, { maxItems: 50 }),
      }),
      { maxItems: 20 },
    ),
  ),
  template: Type.Optional(
    Type.String({ maxLength: 4096, description: 'Accepted; what was sent is rendered here.' }),
  ),
  clientId: Type.Optional(Type.String({ format: 'uuid' })),
});
