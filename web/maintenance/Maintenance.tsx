import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { PATHS } from '#web/paths.ts'
import { hasSession, signOut } from '#web/session/session.ts'
import { FullPage } from '#web/shell/FullPage.tsx'
import { trpc } from '#web/trpc.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './Maintenance.module.css'

/**
 * Covers every page while the installation is closed. Administrators pass: it is they who open it again. So do the
 * sign-in pages, for an administrator who comes by the link.
 */
export function Maintenance({ onCover }: { onCover: (isCovered: boolean) => void }) {
  const { pathname, hash } = useLocation()
  const isSigningIn = pathname.startsWith(PATHS.auth) && (hash === ADMINISTRATOR || wasLetIn)
  const { data: user } = useQuery({
    ...trpc.session.getUser.queryOptions(),
    // Whoever has just signed in is somebody else than before.
    staleTime: 0,
    enabled: !isSigningIn,
    meta: { isQuiet: true },
  })
  useEffect(() => {
    if (isSigningIn) wasLetIn = true
  }, [isSigningIn])
  // At once: who it is may take seconds to find out, and most are no administrators.
  const isCovered = !user?.isPlatformAdmin && !isSigningIn
  useLayoutEffect(() => {
    onCover(isCovered)
    return () => onCover(false)
  }, [isCovered, onCover])
  return isCovered && <Closed />
}

const ADMINISTRATOR = 'administrator'
const SIGN_IN = `${PATHS.logIn}#${ADMINISTRATOR}`

/** Whoever is signed in is led away from the sign-in page. */
function signOutFirst(event: React.MouseEvent): void {
  if (!hasSession()) return
  event.preventDefault()
  void signOut(SIGN_IN)
}

/** Signing in leads from page to page. */
let wasLetIn = false

function Closed() {
  const queryClient = useQueryClient()
  const router = useRouter()
  // When the installation opens again, what it refused meanwhile is asked for anew.
  useEffect(
    () => () => {
      void queryClient.invalidateQueries()
      void router.invalidate()
    },
    [queryClient, router],
  )
  // Keys do what the browser does with them, and nothing on the page underneath.
  useEffect(() => {
    addEventListener('keydown', stop, true)
    return () => removeEventListener('keydown', stop, true)
  }, [])
  return createPortal(
    // Over an open dialog too, which hides all but itself and what says that it lies on top.
    <div className={styles.cover} role="alert" data-react-aria-top-layer="true">
      <FullPage title="Under maintenance">
        <StateMessage
          isPage
          reading="dotted"
          title="Under maintenance."
          action={
            <a href={SIGN_IN} className={styles.signIn} onClick={signOutFirst}>
              Administrators: sign in
            </a>
          }
        >
          We're working on something. This rarely takes more than a few minutes. We apologise for the
          inconvenience.
        </StateMessage>
      </FullPage>
    </div>,
    document.body,
  )
}

const stop = (event: Event) => event.stopPropagation()
