import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { QUERIES } from '#web/area-guard.ts'
import { isNext, takeConnectionState } from '#web/features/connections/connection-return.ts'
import { FullPage } from '#web/shell/FullPage.tsx'
import { selectedCompanyOf } from '#web/shell/selected-company.ts'
import { errorText, queryClient, trpc } from '#web/trpc.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import styles from './Words.module.css'

interface Words {
  title: string
  text: string
}

const NOT_BEGUN: Words = {
  title: 'No connection was started here',
  text: 'Nothing was connected. Start in the browser you want to connect with, and come back in it.',
}

/** What the server says when Amazon brought nothing to connect with. */
const PROBLEMS: Record<string, Words> = {
  denied: {
    title: 'Access was declined',
    text: 'Amazon says that access was not granted. Nothing was connected.',
  },
  unknown: {
    title: 'The connection was not completed',
    text: 'It took longer than ten minutes, or Amazon could not give access. Nothing was connected. Start again.',
  },
}

/** Where the server leads whoever comes back from Amazon. What it brings is of use only to a connection that was begun in this tab. */
export function RedirectsPage() {
  const { mode, ref, next, problem } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [stopped, setStopped] = useState<Words | null>(null)
  const verify = {
    sp: useMutation(trpc.amazon.verifySPTokens.mutationOptions()),
    ads: useMutation(trpc.amazon.verifyAdsTokens.mutationOptions()),
  }
  const comeBack = async (): Promise<void> => {
    if (problem !== undefined) {
      takeConnectionState()
      return setStopped(PROBLEMS[problem] ?? NOT_BEGUN)
    }
    // An address that does not come from there leaves a connection alone that is under way.
    if (!isNext(next) || (mode !== 'sp' && mode !== 'ads') || !ref) return setStopped(NOT_BEGUN)
    const kept = takeConnectionState()
    if (!kept) return setStopped(NOT_BEGUN)
    try {
      const company = selectedCompanyOf(await queryClient.ensureQueryData(QUERIES.companies))
      if (company?.id !== kept.companyId) return setStopped(NOT_BEGUN)
      await verify[mode].mutateAsync({ ...kept, ref })
      // What guards pages takes what it knows for true.
      queryClient.removeQueries(trpc.amazon.pathFilter())
      await queryClient.invalidateQueries()
      await navigate({ href: next, replace: true })
    } catch (error) {
      setStopped({ title: 'The connection could not be completed', text: errorText(error) })
    }
  }
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void comeBack()
  })
  if (!stopped)
    return (
      <FullPage title="Connection">
        <Spinner label="Connecting" />
      </FullPage>
    )
  return (
    <FullPage title="Connection">
      <StateMessage
        isPage
        reading="start"
        title={stopped.title}
        action={
          <a href={isNext(next) ? next : '/'} className={styles.link}>
            {isNext(next) ? 'Go back' : 'Go to the start page'}
          </a>
        }
      >
        {stopped.text}
      </StateMessage>
    </FullPage>
  )
}
