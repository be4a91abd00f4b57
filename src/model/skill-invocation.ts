/** Who can start a skill: the matrix of the two fields that control it, as data. */

export interface Invocation {
  readonly inSlashMenu: boolean;
  readonly modelInvokes: boolean;
  readonly inModelContext: boolean;
}

export const invocationMatrix = [
  { userInvocable: true, modelInvocable: true, inSlashMenu: true, modelInvokes: true, inModelContext: true },
  { userInvocable: false, modelInvocable: true, inSlashMenu: false, modelInvokes: true, inModelContext: true },
  { userInvocable: true, modelInvocable: false, inSlashMenu: true, modelInvokes: false, inModelContext: false },
  { userInvocable: false, modelInvocable: false, inSlashMenu: false, modelInvokes: false, inModelContext: false },
] as const satisfies readonly (Invocation & { readonly userInvocable: boolean; readonly modelInvocable: boolean })[];

export function invocationOf(fields: Readonly<Record<string, unknown>>): Invocation {
  const userInvocable = fields["user-invocable"] !== false;
  const modelInvocable = fields["disable-model-invocation"] !== true;
  const row = invocationMatrix.find(
    (each) => each.userInvocable === userInvocable && each.modelInvocable === modelInvocable,
  )!;
  const { inSlashMenu, modelInvokes, inModelContext } = row;
  return { inSlashMenu, modelInvokes, inModelContext };
}
