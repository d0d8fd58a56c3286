import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { field, operation } from '../operation.ts'
import { looksLikeJwt, refreshSignIn, revokeByRefreshToken, revokeSignIns, signedInBy } from '../sign-ins.ts'

export const getTokensFromRefreshToken = operation({
  input: z.object({
    ClientId: field.clientId,
    RefreshToken: field.token.max(4096),
    DeviceKey: z.string().max(55).nullish(),
  }),
  async run(service, { RefreshToken, DeviceKey }, caller) {
    return {
      AuthenticationResult: await refreshSignIn(service, RefreshToken, DeviceKey ?? undefined, caller),
    }
  },
})

export const revokeToken = operation({
  input: z.object({ ClientId: field.clientId, Token: field.token.max(8192) }),
  async run(service, { Token }, caller) {
    if (looksLikeJwt(Token))
      throw new Refusal('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked')
    const ended = await revokeByRefreshToken(service, Token)
    if (ended) service.audit({ event: 'signOut', subject: ended.userId }, caller)
    return {}
  },
})

export const globalSignOut = operation({
  input: z.object({ AccessToken: field.token }),
  async run(service, { AccessToken }, caller) {
    const { user } = await signedInBy(service, AccessToken)
    await revokeSignIns(service, { userId: user.id })
    service.audit({ event: 'signOut.everywhere', subject: user.id }, caller)
    return {}
  },
})
