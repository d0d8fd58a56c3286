import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FullPage } from '#web/shell/FullPage.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { dropConnectionState, isNext } from './connection-return.ts'
import styles from './Words.module.css'

/** Where Amazon sends people back to. What it brings is of use only to a connection that was begun in this browser. */
export function RedirectsPage() {
  const { next } = useSearch({ strict: false })
  useEffect(dropConnectionState, [])
  const target = isNext(next) ? next : '/'
  return (
    <FullPage title="Connection">
      <StateMessage
        isPage
        reading="start"
        title="No connection was started here"
        action={
          <a href={target} className={styles.link}>
            {isNext(next) ? 'Go back' : 'Go to the start page'}
          </a>
        }
      >
        Nothing was connected. Start in the browser you want to connect with, and come back in it.
      </StateMessage>
    </FullPage>
  )
}
