import { useQuery } from '@tanstack/react-query'
import { pool } from '#web/session/pool.ts'
import { queryClient, trpc } from '#web/trpc.ts'

/** A new secret for an authenticator app. Asked for once per visit: each answer is another one. */
export const useTotpSecret = () =>
  useQuery({
    queryKey: ['totpSecret'],
    queryFn: async () => (await (await pool()).setUpTOTP()).sharedSecret,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

/** Proves that the app has the secret, and has its codes asked for from the next sign-in on. */
export async function enrolApp(code: string, friendlyDeviceName: string): Promise<void> {
  const { verifyTOTPSetup, updateMFAPreference } = await pool()
  await verifyTOTPSetup({ code, options: { friendlyDeviceName } })
  await updateMFAPreference({ totp: 'PREFERRED' })
  // With it an administrator of the platform is one.
  await queryClient.refetchQueries(trpc.session.getUser.queryFilter())
}
