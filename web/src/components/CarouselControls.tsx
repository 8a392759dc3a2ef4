import styles from './CarouselControls.module.css';

interface CarouselControlsProps {
  count: number;
  /** Index of the picture that is shown. */
  current: number;
  onSelect: (index: number) => void;
}

/**
 * Buttons for the previous picture, each picture and the next picture (the grouped carousel pattern of the ARIA Authoring
 * Practices). They use `aria-disabled`, because a button with `disabled` loses the focus; Splide clamps an index
 * beyond its ends.
 */
export function CarouselControls({ count, current, onSelect }: CarouselControlsProps) {
  const renderButton = (label: string, index: number, isDisabled: boolean, arrowPath?: string) => (
    <button
      key={label}
      className={arrowPath ? styles.arrow : styles.picker}
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={() => onSelect(index)}
    >
      {arrowPath && (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={arrowPath} />
        </svg>
      )}
    </button>
  );
  return (
    <div className={styles.controls}>
      {renderButton('Previous picture', current - 1, current === 0, 'M21 12H5M12 4l-8 8 8 8')}
      <div className={styles.pickers} role="group" aria-label="Choose a picture">
        {Array.from({ length: count }, (_, index) =>
          renderButton(`Picture ${index + 1} of ${count}`, index, index === current),
        )}
      </div>
      {renderButton('Next picture', current + 1, current === count - 1, 'M3 12h16M12 4l8 8-8 8')}
    </div>
  );
}
