import 'sonner/dist/styles.css';
import { Toaster } from 'sonner';
import { usePreferences } from './account/preferences.tsx';

const Toasts = () => <Toaster theme={usePreferences().theme} position="bottom-right" closeButton />;

export default Toasts;
