import { CircleAlert, MessageSquare } from 'lucide-react'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import styles from './ChatMessage.module.css'
import { CollapsibleText } from './CollapsibleText.tsx'
import { Icon } from './Icon.tsx'
import { SpinnerMark } from './SpinnerMark.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What has been said, the newest first; what is added is read out. */
export const ChatLog = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // What scrolls has to be reached by keys.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div role="log" aria-label={label} tabIndex={0} className={styles.log}>
    {children}
  </div>
)

interface ChatMessageProps {
  /** The person who wrote it; null: the assistant. */
  author: string | null
  /** More of it is to come. */
  isWriting?: boolean
  /** Why there is no more of it, and how it is asked for again. */
  failure?: { text: string; onRetry: () => void }
  /** What was said so far. */
  children?: React.ReactNode
}

/** One message of a conversation. A long one shows its beginning. */
export function ChatMessage({ author, isWriting = false, failure, children }: ChatMessageProps) {
  const name = author ?? 'Assistant'
  return (
    <article className={styles.message} aria-label={name} aria-busy={isWriting}>
      {author === null ? (
        <span className={styles.assistant}>
          <Icon of={MessageSquare} size={14} />
        </span>
      ) : (
        <Avatar name={author} />
      )}
      <div className={styles.body}>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {children && <CollapsibleText maxHeight="8rem">{children}</CollapsibleText>}
        {isWriting && (
          <span className={styles.writing}>
            <SpinnerMark />
            Writing
          </span>
        )}
        {failure && (
          <div className={styles.failure}>
            <Icon of={CircleAlert} size={14} />
            <span>{failure.text}</span>
            <Button size="sm" onPress={failure.onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

interface ChatNumberProps {
  /** As it is written: `−€13,062`. */
  text: string
  /** What it is a number of: `Net profit, August 2026`. */
  label: string
  /** A result below zero. */
  isLoss?: boolean
  onExplain: () => void
}

/** A number in a message; a press explains it. */
export const ChatNumber = ({ text, label, isLoss = false, onExplain }: ChatNumberProps) => (
  <button type="button" className={styles.number} data-loss={isLoss || undefined} onClick={onExplain}>
    {text}
    <VisuallyHidden>: explain {label}</VisuallyHidden>
  </button>
)
