import { CircleCheck } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import styles from './Accomplished.module.css'
import { AuthScreen } from './AuthScreen.tsx'

interface AccomplishedProps {
  title: string
  /** What it means. */
  children: React.ReactNode
  onContinue: () => void
}

/** A step that is done, and the way on. */
export const Accomplished = ({ title, children, onContinue }: AccomplishedProps) => (
  <>
    <CircleCheck size={28} strokeWidth={1.5} className={styles.mark} aria-hidden />
    <AuthScreen title={title} intro={children}>
      <div className={styles.actions}>
        <Button kind="primary" size="xl" onPress={onContinue}>
          Continue
        </Button>
      </div>
    </AuthScreen>
  </>
)
