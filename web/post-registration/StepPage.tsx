import { getRouteApi } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Rail } from '#web/onboarding/Rail.tsx'
import { SetupFrame } from '#web/onboarding/SetupFrame.tsx'
import { PATHS } from '#web/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { draftedAnswers, saveAnswer } from './draft.ts'
import { isAdding, modeOf } from './guards.ts'
import { indexOfStep, STEPS, type Answers, type StepId } from './steps.ts'
import styles from './StepPage.module.css'
import type { useSchemaForm } from '#web/ui/use-schema-form.ts'

const route = getRouteApi(PATHS.postRegistration)

interface StepPageProps<Id extends StepId> {
  id: Id
  title: string
  form: Pick<ReturnType<typeof useSchemaForm<object, NonNullable<Answers[Id]>>>, 'form' | 'answer'>
  /** Sends what has been answered instead of going to the next step. What it throws was said by whoever threw it. */
  submit?: (answers: Answers) => Promise<void>
  submitLabel?: string
  /** Why one cannot go down from here with the arrow. */
  downReason?: string | undefined
  /** Why the answers did not arrive. */
  problem?: string | null
  children: React.ReactNode
}

/** One step of the wizard: its questions, the way on, and the arrows that go to the steps beside it. */
export function StepPage<Id extends StepId>({
  id,
  title,
  form,
  submit,
  submitLabel = 'Continue',
  downReason,
  problem = null,
  children,
}: StepPageProps<Id>) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isPending, setPending] = useState(false)
  const index = indexOfStep(id)
  const place = `Step ${index + 1} of ${STEPS.length}`

  useEffect(() => {
    form.form.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    // On arrival alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  /** Keeps what holds and goes on; what does not hold is said and stays. */
  const leave = async (to: 'up' | 'down' | 'on') => {
    if (isPending) return
    const answer = form.answer()
    if (answer === undefined) return
    const answers = saveAnswer(isAdding(search), id, answer)
    const next = STEPS[to === 'up' ? index - 1 : index + 1]
    if (next && !(to === 'on' && submit)) return navigate({ to: next.path, search: modeOf(search) })
    if (!submit) return
    setPending(true)
    await submit(answers).finally(() => setPending(false))
  }

  return (
    <SetupFrame
      title={title}
      eyebrow={place}
      rail={<Rail label="Your details" steps={STEPS} current={index} />}
      foot={
        <>
          {place}
          <div className={styles.arrows}>
            <IconButton
              icon={ArrowUp}
              size="md"
              label="Previous step"
              isDisabled={index === 0}
              onPress={() => void leave('up')}
            />
            <IconButton
              icon={ArrowDown}
              size="md"
              label="Next step"
              isDisabled={index === STEPS.length - 1}
              disabledReason={downReason}
              onPress={() => void leave('down')}
            />
          </div>
        </>
      }
    >
      <form
        ref={form.form}
        noValidate
        aria-label={title}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void leave('on')
        }}
      >
        {children}
        {problem !== null && <Alert appearance="negative">{problem}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" size="xl" isPending={isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </SetupFrame>
  )
}

const FIRST_FIELD = ':is(input, button):not([tabindex="-1"]):not([hidden])'

/** What this tab has drafted, and whether it is about a further company. */
export function useDraft(): { answers: Answers; isAddingNewAccount: boolean } {
  const isAddingNewAccount = isAdding(route.useSearch())
  return { answers: draftedAnswers(isAddingNewAccount), isAddingNewAccount }
}
