/** The user pool's client library. Nothing imports this file but `pool.ts`, and that when it is needed. */
import { Amplify } from 'aws-amplify'
import { fetchAuthSession } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { checkedFetch } from '#web/security-check/checked-fetch.ts'
import { browserStore } from './browser-store.ts'

export {
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  deleteUser,
  fetchAuthSession,
  fetchDevices,
  fetchMFAPreference,
  forgetDevice,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth'

/** What `/app-config.json` answers. */
export interface AppConfig {
  region: string
  userPoolId: string
  userPoolClientId: string
  /** Absent where the pool is the provider's own. */
  userPoolEndpoint?: string | null
}

/** The library sends through the page's `fetch` and takes no other: what goes to our own pool passes the check there. */
function checkCallsTo(endpoint: string): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) =>
    (input instanceof Request ? input.url : String(input)) === endpoint
      ? checkedFetch(input, init, send)
      : send(input, init)
}

let poolAddress = ''

export function configure({ region, userPoolId, userPoolClientId, userPoolEndpoint }: AppConfig): void {
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => browserStore.getItem(key),
    setItem: async (key, value) => browserStore.setItem(key, value),
    removeItem: async (key) => browserStore.removeItem(key),
    clear: async () => browserStore.clear(),
  })
  // The library takes absolute addresses only.
  const endpoint = userPoolEndpoint && new URL(userPoolEndpoint, location.origin)
  poolAddress = endpoint ? endpoint.href : `https://cognito-idp.${region}.amazonaws.com/`
  if (endpoint && endpoint.origin === location.origin) checkCallsTo(endpoint.href)
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(endpoint && { userPoolEndpoint: endpoint.href }),
      },
    },
  })
}

/**
 * Ends every session of the user at once. The library has this too, and keeps it to itself when it fails; whoever asks
 * for it wants to know.
 */
export async function signOutEverywhere(): Promise<void> {
  const { tokens } = await fetchAuthSession()
  const answer = await fetch(poolAddress, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
    },
    body: JSON.stringify({ AccessToken: tokens?.accessToken.toString() }),
  }).catch((error: unknown) => {
    throw Object.assign(new Error('The user pool could not be reached.', { cause: error }), {
      name: 'NetworkError',
    })
  })
  if (answer.ok) return
  const { __type: name = '', message = '' } = (await answer.json().catch(() => ({}))) as Record<
    string,
    string
  >
  throw Object.assign(new Error(message), { name })
}
