import { joinAllPendingInvites, queryClient } from '#web/trpc.ts'

/** Whoever was not joined now is joined the next time, and may look at what is theirs already. */
export async function joinInvitations(idToken: string): Promise<void> {
  const { joined } = await joinAllPendingInvites(idToken).catch(() => ({ joined: [] }))
  // Which companies are theirs was read before.
  if (joined.length > 0) queryClient.clear()
}
