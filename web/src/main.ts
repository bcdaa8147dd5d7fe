import './styles/tokens.css';
import './styles/base.css';
import './styles/forms.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { applyTheme } from './app/settings.svelte';
import { keepOffline } from './app/offline';

applyTheme();
mount(App, { target: document.getElementById('app')! });
keepOffline();
