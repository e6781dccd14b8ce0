package dev.reprise.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Gives a test of JUnit Jupiter its own {@link VirtualClock} and {@link RecordingListener} as parameters.
 *
 * <pre>{@code
 * @ExtendWith(RepriseExtension.class)
 * class PaymentsTest {
 *     @Test
 *     void charge_serviceDown_isTriedThreeTimes(VirtualClock clock, RecordingListener events) { … }
 *
 *     @Test
 *     void refresh_inTheBackground_runsEveryMinute(@Manual VirtualClock clock) { … }
 * }
 * }</pre>
 *
 * <p>They are made for each test, and the same for all parameters of it: its {@code BeforeEach} methods can set up what the test
 * uses. The clock is an {@linkplain VirtualClock#automatic() automatic} one; {@link Manual} on the parameter asks for the other
 * kind. May be registered with {@link RegisterExtension}, too. JUnit is needed by this class alone.
 */
public final class RepriseExtension implements ParameterResolver {
    /** For JUnit, and for {@link RegisterExtension}. */
    public RepriseExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == VirtualClock.class || type == RecordingListener.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == RecordingListener.class) {
            return kept(context, "listener", new RecordingListener());
        }
        return parameter.isAnnotated(Manual.class)
                ? kept(context, "manual", VirtualClock.manual())
                : kept(context, "automatic", VirtualClock.automatic());
    }

    /** Every test has a store of its own, which does not see that of another test. */
    private static Object kept(ExtensionContext context, String key, Object fresh) {
        ExtensionContext.Store store =
                context.getStore(ExtensionContext.Namespace.create(RepriseExtension.class, context.getUniqueId()));
        Object kept = store.get(key);
        if (kept != null) {
            return kept;
        }
        store.put(key, fresh);
        return fresh;
    }
}
