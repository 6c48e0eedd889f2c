import { Type } from 'typebox';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import { mayWork } from '../work/access.ts';
import { undoOp } from '../undo/undo.ts';
import { opId } from '../../../kernel/schema-parts.ts';

/** Operations of boards and projects, which their actors can take back. */
export function operationResource(): Resource {
  return {
    name: 'operation',
    routes: [
      route({
        method: 'POST',
        url: '/handler/v2/agile/ops/:opId/undo',
        access: mayWork('update'),
        summary: 'Take back an operation of one’s own, until somebody changes the same',
        errors: ['UNDO_REFUSED', 'PLACE_GONE', 'RULE_BROKEN'],
        input: {
          params: Type.Object({ opId }),
          body: Type.Object({ opId: Type.Optional(opId) }),
        },
        reply: Type.Object({ opId: Type.String() }),
        async handle(ctx, { params, body }) {
          const { opId: made } = await undoOp(ctx, params.opId, body.opId);
          return new Reply({ opId: made }, 'messages.agile.undone');
        },
      }),
    ],
  };
}
