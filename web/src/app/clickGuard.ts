// A click belongs to the control on which its press began. When a panel or a dialog
// appears under a finger, the browser sends the click at the end of that tap to whatever
// is there now; such a click is dropped.

const CONTROLS = 'a, button, input, label, select, summary, textarea, dialog, [role], [tabindex]';

/** Drops clicks on controls that were not under the pointer when it was pressed. */
export function guardClicks(root: Window = window): void {
  let pressed: EventTarget[] | undefined;
  root.addEventListener('pointerdown', (event) => (pressed = event.composedPath()), true);
  root.addEventListener(
    'click',
    (event) => {
      const path = pressed;
      // Keys and scripts click without a press, and a label clicks its field.
      if (!path || event.detail === 0 || path.some((e) => e instanceof HTMLLabelElement)) return;
      const control = (event.target as Element).closest(CONTROLS);
      if (!control || path.includes(control)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
