import { styled } from 'styled-components';
import type { NotificationsAnswer } from '../../notifications/notificationRoutes';
import { usePress } from '../components/usePress';
import { useLive } from '../requests/useLive';

const PATH = '/notifications';

const Line = styled.div`
  overflow-wrap: anywhere;

  label {
    display: flex;
    align-items: center;
    gap: 0.8rem;
    min-height: 4.4rem;
    cursor: pointer;
  }

  input {
    flex: none;
    width: 2rem;
    height: 2rem;
    accent-color: ${({ theme }) => theme.colors.primary600};
  }
`;

/** The box with which an account turns off the mails that it gets; nothing when the CMS sends none. */
export function MailSwitch() {
  const { answer, send } = useLive<NotificationsAnswer>(PATH);
  const { result, press } = usePress();
  if (!answer || answer.isOn === null) return null;
  const change = (isOn: boolean) =>
    press(async () => void (await send({ method: 'PUT', path: PATH, body: { isOn } })));
  return (
    <Line>
      <label>
        <input type="checkbox" checked={answer.isOn} onChange={({ target }) => void change(target.checked)} />
        Mail me when something here needs me: {answer.email}
      </label>
      <p role="alert">{result?.text}</p>
    </Line>
  );
}
