package dev.reprise.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The rules of the core: one-way packages, and one class each for the clock, sleeping, randomness and the environment. */
@AnalyzeClasses(
        packages = {
            "dev.reprise",
            "dev.reprise.time",
            "dev.reprise.schedule",
            "dev.reprise.budget",
            "dev.reprise.event",
            "dev.reprise.retry",
            "dev.reprise.repeat",
            "dev.reprise.internal"
        },
        importOptions = {ImportOption.DoNotIncludeTests.class, CoreArchitectureTest.CoreOnly.class})
class CoreArchitectureTest {
    /** The modules beside the core have packages below the same root. */
    static final class CoreOnly implements ImportOption {
        private static final Set<String> PACKAGES =
                Set.of("time", "schedule", "budget", "event", "retry", "repeat", "internal");

        @Override
        public boolean includes(com.tngtech.archunit.core.importer.Location location) {
            String[] parts = location.toString().split("dev/reprise/", -1);
            String below = parts[parts.length - 1];
            int slash = below.indexOf('/');
            return slash < 0 || PACKAGES.contains(below.substring(0, slash));
        }
    }

    @ArchTest
    static final ArchRule packages_pointOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("root")
            .definedBy("dev.reprise")
            .layer("internal")
            .definedBy("dev.reprise.internal")
            .layer("time")
            .definedBy("dev.reprise.time")
            .layer("schedule")
            .definedBy("dev.reprise.schedule")
            .layer("budget")
            .definedBy("dev.reprise.budget")
            .layer("event")
            .definedBy("dev.reprise.event")
            .layer("retry")
            .definedBy("dev.reprise.retry")
            .layer("repeat")
            .definedBy("dev.reprise.repeat")
            .whereLayer("repeat")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("retry")
            .mayOnlyBeAccessedByLayers("repeat")
            .whereLayer("schedule")
            .mayOnlyBeAccessedByLayers("retry", "repeat")
            .whereLayer("budget")
            .mayOnlyBeAccessedByLayers("retry", "repeat")
            .whereLayer("event")
            .mayOnlyBeAccessedByLayers("retry", "repeat")
            .whereLayer("time")
            .mayOnlyBeAccessedByLayers("schedule", "budget", "event", "retry", "repeat");

    @ArchTest
    static final ArchRule packages_haveNoCycle =
            slices().matching("dev.reprise.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule internal_isTheCallScopeAlone = classes()
            .that()
            .resideInAPackage("dev.reprise.internal")
            .and()
            .doNotHaveSimpleName("package-info")
            .should()
            .haveNameMatching("dev\\.reprise\\.internal\\.CallScope(\\$.*)?");

    @ArchTest
    static final ArchRule core_dependsOnTheJdkAlone = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.reprise..", "java..", "javax.net.ssl..", "jdk.jfr..", "org.jspecify..");

    @ArchTest
    static final ArchRule clock_isReadInOneClass = onlyIn(
            "dev.reprise.time.SystemClock",
            calls(
                    "nanoTime, sleep or wall clock",
                    call -> is(call, System.class, "nanoTime")
                            || is(call, System.class, "currentTimeMillis")
                            || is(call, Thread.class, "sleep")
                            || is(call, java.time.Instant.class, "now")
                            || is(call, java.time.LocalDateTime.class, "now")
                            || is(call, java.time.Clock.class, "systemUTC")));

    @ArchTest
    static final ArchRule randomness_isReadInOneClass = onlyIn(
            "dev.reprise.retry.SystemRandom",
            calls(
                    "system randomness",
                    call -> is(call, java.util.concurrent.ThreadLocalRandom.class, "current")
                            || is(call, Math.class, "random")
                            || (call.getTargetOwner().isAssignableTo(java.util.Random.class)
                                    && call.getName().equals("<init>"))));

    @ArchTest
    static final ArchRule environment_isReadInOneClass = onlyIn(
            "dev.reprise.retry.ProcessEnvironment",
            calls("environment", call -> is(call, System.class, "getenv") || is(call, System.class, "getProperty")));

    @ArchTest
    static final ArchRule names_sayWhatAClassIs = noClasses()
            .should()
            .haveNameMatching(".*(Helper|Manager|Util|Utils|Impl)(\\$.*)?")
            .orShould()
            .haveNameMatching(".*\\.(Abstract|Base)[A-Z][^.]*");

    @ArchTest
    static final ArchRule packages_sayWhatTheyHold =
            noClasses().should().resideInAnyPackage("..util..", "..common..", "..impl..", "..helper..");

    @ArchTest
    static final ArchRule threadLocal_isTheCallScope = classes()
            .that(are(describe("users of ThreadLocal", CoreArchitectureTest::usesThreadLocal)))
            .should()
            .haveNameMatching("dev\\.reprise\\.internal\\.CallScope(\\$.*)?");

    @ArchTest
    static final ArchRule suppressed_isNeverAddedToOthersExceptions = classes()
            .that(are(describe(
                    "callers of addSuppressed",
                    type -> type.getMethodCallsFromSelf().stream()
                            .anyMatch(call -> call.getName().equals("addSuppressed")))))
            .should()
            .haveFullyQualifiedName("dev.reprise.time.Watchdog")
            .because("it adds to the exception that it has just made, and nobody else may");

    private static boolean usesThreadLocal(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .anyMatch(dependency -> dependency.getTargetClass().isEquivalentTo(ThreadLocal.class));
    }

    /** Both ways: nobody else does, and the one does, so that the rule cannot match nothing. */
    private static ArchRule onlyIn(String owner, DescribedPredicate<JavaCall<?>> calls) {
        return classes()
                .that(are(describe(
                        "callers of " + calls.getDescription(),
                        type -> type.getCodeUnitCallsFromSelf().stream().anyMatch(calls))))
                .should()
                .haveNameMatching(owner.replace(".", "\\.") + "(\\$.*)?");
    }

    private static DescribedPredicate<JavaCall<?>> calls(
            String description, java.util.function.Predicate<JavaCall<?>> predicate) {
        return describe(description, predicate);
    }

    private static boolean is(JavaCall<?> call, Class<?> owner, String name) {
        return call.getTargetOwner().isEquivalentTo(owner) && call.getName().equals(name);
    }
}
