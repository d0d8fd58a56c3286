import type { Installation } from '#server/main.ts'
import { sdkClient, tokensFor } from '#test/support/identity-sdk.ts'
import { accountOf } from '#test/support/signed-in.ts'

/** What a browser sends with every call of somebody who has signed in. */
export async function signedIn(
  installation: Installation,
  address: string,
  companyId: string,
): Promise<string> {
  const { email, password } = await accountOf({ installation }, [companyId])
  const { poolId, clientId } = installation.identity!
  const pool = { endpoint: `${address}/identity/`, poolId, clientId }
  const { AccessToken } = await tokensFor(sdkClient(pool), pool, email, password)
  return `Bearer ${AccessToken}`
}
