import 'sonner/dist/styles.css';
import { Toaster } from 'sonner';
import { usePreferences } from './preferences.tsx';

const Toasts = () => <Toaster theme={usePreferences().theme} position="bottom-right" closeButton />;

export default Toasts;
